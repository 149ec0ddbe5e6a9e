-- Sends the paths listed in the file BENCH_PATHS in turn, each thread from a place of its own, and reports as one line of JSON.
-- With BENCH_BODY it posts that body to each.
local count = 0

function setup(thread)
    thread:set("place", count * 7919)
    count = count + 1
end

function init()
    local headers, body = {}, os.getenv("BENCH_BODY")
    for line in (os.getenv("BENCH_HEADERS") or ""):gmatch("[^\n]+") do
        local name, value = line:match("^([^:]+): (.*)$")
        headers[name] = value
    end
    requests = {}
    for path in io.lines(os.getenv("BENCH_PATHS")) do
        requests[#requests + 1] = wrk.format(body and "POST" or "GET", path, headers, body)
    end
end

function request()
    place = place + 1
    return requests[place % #requests + 1]
end

function done(summary, latency)
    local errors = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.status + summary.errors.timeout
    print(string.format('\n{"rate": %.3f, "p50": %.4f, "p95": %.4f, "p99": %.4f, "errors": %d}',
        summary.requests / (summary.duration / 1e6), latency:percentile(50) / 1e3, latency:percentile(95) / 1e3,
        latency:percentile(99) / 1e3, errors))
end

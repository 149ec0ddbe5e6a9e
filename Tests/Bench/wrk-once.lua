-- Posts each body of the file BENCH_BODIES once to BENCH_PATH: a body and a header field on a line, with a tab between, and a path of its own after
-- another. Threads share them, and whoever has nothing left to send waits for the end. With BENCH_MARKS a thread touches a file there when it
-- begins, and another when it has got its last answer.
local count, threads = 0, tonumber(os.getenv("BENCH_THREADS"))
local marks = os.getenv("BENCH_MARKS")

function setup(thread)
    thread:set("place", count + 1)
    count = count + 1
end

local function mark(name)
    io.open(marks .. "/" .. name .. place, "w"):close()
end

function init()
    requests = {}
    local number = 0
    for line in io.lines(os.getenv("BENCH_BODIES")) do
        number = number + 1
        if (number - place) % threads == 0 then
            local body, name, value, path = line:match("^([^\t]*)\t([^:]+): ([^\t]*)\t?(.*)$")
            requests[#requests + 1] = wrk.format(os.getenv("BENCH_METHOD") or "POST", path ~= "" and path or os.getenv("BENCH_PATH"), {
                [name] = value, ["Content-Type"] = os.getenv("BENCH_TYPE") or "application/x-www-form-urlencoded"}, body)
        end
    end
    -- The first thread is asked for one request more, which is looked at and not sent.
    sent = place == 1 and -1 or 0
    answered = 0
end

function delay()
    return sent < #requests and 0 or 3600000
end

function request()
    sent = sent + 1
    if marks and sent == 1 then mark("begun-") end
    return requests[math.max(sent, 1)]
end

if marks then
    function response()
        answered = answered + 1
        if answered == #requests then mark("done-") end
    end
end

function done(summary, latency)
    -- Connections that wait for the end count as too slow.
    local errors = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.status
    print(string.format('\n{"p50": %.4f, "p95": %.4f, "p99": %.4f, "errors": %d}', latency:percentile(50) / 1e3, latency:percentile(95) / 1e3,
        latency:percentile(99) / 1e3, errors))
end

"""HTTP as bytes, for requests that no proper client would send."""
import contextlib
import socket


def exchange(port, request, timeout=10, half_close=False):
    """Sends bytes and answers everything that comes back until the server closes or falls silent."""
    with socket.create_connection(("127.0.0.1", port), timeout=timeout) as connection:
        # A server that has heard enough closes while we still speak.
        with contextlib.suppress(OSError):
            connection.sendall(request)
            if half_close:
                connection.shutdown(socket.SHUT_WR)
        return receive(connection)


def receive(connection):
    received = b""
    try:
        while chunk := connection.recv(65536):
            received += chunk
    except OSError:
        pass
    return received


def statuses(received):
    """The status codes of the answers in `received`, in order."""
    found = []
    for piece in received.split(b"HTTP/1.1 ")[1:]:
        found.append(int(piece[:3]))
    return found


class Malformed(AssertionError):
    """What came back is not a row of whole HTTP answers."""


def answers(received):
    """The answers in `received`, each as (status, headers with small letters, body); nothing may be left over."""
    found = []
    while received:
        head, end, received = received.partition(b"\r\n\r\n")
        lines = head.split(b"\r\n")
        if not end or not lines[0].startswith(b"HTTP/1.1 ") or any(b"\n" in line or b":" not in line for line in lines[1:]):
            raise Malformed(head[:200])
        fields = [line.decode("latin-1").split(":", 1) for line in lines[1:]]
        headers = {name.lower(): value.strip() for name, value in fields}
        for name in ("content-length", "date", "content-type", "connection"):
            if sum(1 for field, _ in fields if field.lower() == name) > 1:
                raise Malformed(f"{name} twice")
        length = int(headers.get("content-length", 0))
        if len(received) < length:
            raise Malformed(f"{length} bytes announced, {len(received)} came")
        found.append((int(lines[0].split()[1]), headers, received[:length]))
        received = received[length:]
    return found

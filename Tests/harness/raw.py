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

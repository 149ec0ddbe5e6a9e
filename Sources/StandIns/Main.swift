import Core

/// Local stand-ins for outside services, true to the wire formats of the real ones.
@main
struct StandIns {
    static func main() async {
        print("stoa-standins")
    }
}

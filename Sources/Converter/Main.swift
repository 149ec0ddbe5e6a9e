import Converters
import Foundation

/// The program `stoa-converter`, which reads files of strangers inside a box. The server starts it; it is of no use to people.
@main
struct Main {
    static func main() { exit(ConverterService.run()) }
}

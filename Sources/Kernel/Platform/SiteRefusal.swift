/// Why a site folder could not be used. Every case is for the operator's terminal.
public enum SiteRefusal: Error, CustomStringConvertible {
    case configuration(path: String, reason: String)
    case inUse(path: String)
    case notWritable(path: String, reason: String)
    case keyMissing(path: String)
    case keyDamaged(path: String)
    case keyIsAnother(path: String)
    case mediaOfAnotherSite(path: String)
    case demoIsLocal
    case notEncrypted(address: String)
    case noNames
    case unknownApp(String, known: [String])

    /// What is wrong and what to do, in one line.
    public var description: String {
        switch self {
        case .configuration(let path, let reason): "\(path) cannot be read: \(reason). Mend it, or move it away to start from defaults."
        case .inUse(let path): "\(path) is in use by a running server. Stop that server first, or choose another folder with --data."
        case .notWritable(let path, let reason): "\(path) cannot be written: \(reason). Choose another folder with --data."
        case .keyMissing(let path):
            "\(path) is missing, and this site holds secrets sealed with it. Copy it from a backup (`tar -xf BACKUP site.key`) or from another node."
        case .keyDamaged(let path): "\(path) is damaged. Copy it from a backup (`tar -xf BACKUP site.key`) or from another node."
        case .keyIsAnother(let path):
            "\(path) isn't the key of this site's database. Copy the right one from a backup (`tar -xf BACKUP site.key`) or from another node."
        case .mediaOfAnotherSite(let path):
            "\(path) holds the files of another site, and each would delete the other's. Name a folder of this site's own as \"media\" in "
                + "site.json. If the other site is gone, remove \(path)/\(MediaMark.name)."
        case .demoIsLocal:
            "This is a demo site: its passwords are public, so it only serves this machine. Start a site of your own with --data and --no-demo."
        case .notEncrypted(let address):
            "\(address) can be reached by other machines, so it needs encryption: give --tls-cert and --tls-key, or --behind-proxy."
        case .noNames:
            "Other machines can reach this site, but it does not know its name yet, and so it would refuse them: give "
                + "--host library.example.org once; the site remembers it."
        case .unknownApp(let name, let known): "There is no app called \(name). Choose from: \(known.joined(separator: ", "))."
        }
    }
}

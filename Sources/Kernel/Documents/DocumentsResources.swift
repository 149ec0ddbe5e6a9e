import Foundation

/// The files that this part of the house brings along.
public enum DocumentsResources {
    /// The bundle with the translations of the texts in this target.
    public static var bundle: Bundle { .module }
}

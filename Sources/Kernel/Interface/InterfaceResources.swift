import Foundation

/// Where the interface keeps its own words and assets.
public enum InterfaceResources {
    /// The target's bundle.
    public static var bundle: Bundle { .module }
}

import Foundation

/// The words that the ground floor itself shows people (problems of `Core`, units), in other languages.
public enum LocalizationResources {
    /// Holds `Resources/sv.json`.
    public static var bundle: Bundle { .module }
}

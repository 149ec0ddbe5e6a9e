import Foundation

/// The words of this part of the house in other languages.
public enum WebResources {
    /// Holds `Resources/sv.json` and `Resources/en.json`.
    public static var bundle: Bundle { .module }
}

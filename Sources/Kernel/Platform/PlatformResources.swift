import Foundation

/// The words of this part of the house in other languages.
enum PlatformResources {
    /// Holds `Resources/sv.json`.
    static var bundle: Bundle { .module }
}

import Core
import Platform

/// Questions about the account and the site, which no app answers.
enum SiteTopics {
    static let all: [HelpTopic] = [
        HelpTopic(
            "account", "How do I get an account?",
            "Choose Register on the sign-in page and give your name, your email address and a password, or sign in with one of the providers shown there.",
            "One account opens every app of this site.",
            searchedAs: "register sign up create open join new user"),
        HelpTopic(
            "forgotten-password", "I have forgotten my password. What now?",
            "On the sign-in page choose “Forgotten your password?” and give your address. An email with a link comes; the link works once, for one hour.",
            "If no email comes, look in the spam folder, and check that you gave the address of your account.",
            searchedAs: "reset lost change password passcode log in login"),
        HelpTopic(
            "locked", "Why can I not sign in although my password is right?",
            "After three wrong passwords an account is locked for fifteen minutes. Wait, or set a new password with the link for forgotten passwords.",
            searchedAs: "locked out cannot log in login wrong password"),
        HelpTopic(
            "language", "How do I change the language or the colours?",
            "At the foot of every page there are buttons for light and dark and for the languages. Each app remembers its own language.",
            searchedAs: "dark mode light theme appearance night translation english swedish"),
        HelpTopic(
            "install", "How do I put this on my phone's home screen?",
            "On Android choose “Install app” in the browser's menu. On an iPhone choose the share button in Safari, then “Add to Home Screen”.",
            searchedAs: "download app phone mobile icon shortcut android iphone offline"),
        HelpTopic(
            "notices", "How do I choose which notifications I get?",
            "Under Your account, Notifications, you choose for each kind of news whether it comes into the inbox, by email or to your device, at once or as a digest.",
            searchedAs: "notifications notices email e-mail mail emails unsubscribe push alerts quiet hours newsletter turn off stop"),
        HelpTopic(
            "my-data", "What do you know about me, and how do I delete it?",
            "Under Your account, Privacy, you can fetch everything in one file, and delete your account with all that belongs to it.",
            searchedAs: "delete account close remove leave privacy gdpr export download copy personal data"),
        HelpTopic(
            "safe", "How do I keep my account safe?",
            "Use a password that you use nowhere else. Under Your account, Security, you can add a passkey or a second step, and end sessions on devices you no longer have.",
            searchedAs: "two-factor 2fa two-step verification authenticator passkey security hacked sessions devices sign out"),
        HelpTopic(
            "error", "A page shows an error with a number. What is it for?",
            "The number leads staff to what went wrong. Choose “Report this” on that page and say what you were doing.",
            searchedAs: "bug broken problem crash not working fault"),
        HelpTopic(
            "confirm-address", "How do I confirm my email address?",
            "After you register, an email with a link comes to your address. Open the link and press the button there.",
            "If it does not come, look in the spam folder. A button on your account page sends it again.",
            searchedAs: "verify verification confirmation link email address activate"),
        HelpTopic(
            "terms", "Where are the terms, and what is said about cookies?",
            "“Terms and privacy” at the foot of every page shows what each app asks you to accept and what happens to your data. This site sets no cookies of others.",
            searchedAs: "terms conditions cookies cookie rules policy privacy legal"),
        HelpTopic(
            "banned", "I have been banned. Why, and what can I do?",
            "The page that you see instead of the app says the reason and when the ban ends. If you think that it is wrong, choose “Ask for help” on the help page and say why.",
            searchedAs: "ban banned suspended account closed appeal object moderator"),
        HelpTopic(
            "contact", "How do I reach a person?",
            "Choose “Ask for help” on the help page and write what it is about. Staff answers within four hours.",
            searchedAs: "contact support customer service telephone reach human staff administrator feedback complaint"),
    ]
}

import Core
import Platform
import Web

/// Questions about the account and the site, which no app answers.
enum SiteTopics {
    static let all: [HelpTopic] = [
        HelpTopic(
            "account", "How do I get an account?",
            "Choose Register on the sign-in page and give your name, your email address and a password, or sign in with one of the providers shown there.",
            "One account works in every app on this site.",
            searchedAs: "register sign up create open join new user"),
        HelpTopic(
            "forgotten-password", "I’ve forgotten my password. What should I do?",
            "On the sign-in page, choose “Forgotten your password?” and enter your email address. You get an email with a link that works once, for one hour.",
            "If you don’t get an email, look in your spam folder, and check that you entered the address of your account.",
            searchedAs: "reset lost change password passcode log in login", withMail: true),
        HelpTopic(
            "forgotten-password", "I’ve forgotten my password. What should I do?",
            "An administrator can give you a link to set a new password. Contact us, and say which email address you sign in with.",
            "The link works once, for one hour. You choose the password yourself, and nobody else sees it.",
            searchedAs: "reset lost change password passcode log in login", withMail: false, link: .init("Contact us", path: HelpPaths.ask())),
        HelpTopic(
            "locked", "Why can’t I sign in even though my password is correct?",
            "After three wrong passwords, the account is locked for fifteen minutes. Wait, or choose “Forgotten your password?” to set a new one.",
            searchedAs: "locked out cannot log in login wrong password"),
        HelpTopic(
            "language", "How do I change the language or the colours?",
            "Use the theme and language buttons at the bottom of every page, or in the menu on a phone.",
            searchedAs: "dark mode light theme appearance night translation english swedish"),
        HelpTopic(
            "install", "How do I put this on my phone’s home screen?",
            "On Android choose “Install app” in the browser’s menu. On an iPhone choose the share button in Safari, then “Add to Home Screen”.",
            searchedAs: "download app phone mobile icon shortcut android iphone offline"),
        HelpTopic(
            "notices", "How do I choose which notifications I get?",
            "Under Your account, Notifications, choose what you’re notified about: in the inbox, by email or on your device, at once or as a summary.",
            searchedAs: "notifications notices email e-mail mail emails unsubscribe push alerts quiet hours newsletter turn off stop"),
        HelpTopic(
            "my-data", "What do you store about me, and how do I delete it?",
            "Under Your account, Privacy, you can download everything in one file, and delete your account and everything in it.",
            searchedAs: "delete account close remove leave privacy gdpr export download copy personal data"),
        HelpTopic(
            "safe", "How do I keep my account safe?",
            "Use a password that you don’t use anywhere else. Under Your account, Security, you can add a passkey, turn on two-step verification, and sign out devices you no longer have.",
            searchedAs: "two-factor 2fa two-step verification authenticator passkey security hacked sessions devices sign out"),
        HelpTopic(
            "error", "A page shows an error with a reference. What is it for?",
            "With the reference, the people who run this site can see what went wrong. Choose “Contact us” on the help page, and write the reference and what you were doing.",
            searchedAs: "bug broken problem crash not working fault"),
        HelpTopic(
            "confirm-address", "How do I confirm my email address?",
            "After you register, you get an email with a link. Open the link and press the button.",
            "If you don’t get it, look in your spam folder. You can send it again from your account page.",
            searchedAs: "verify verification confirmation link email address activate", withMail: true),
        HelpTopic(
            "terms", "Where are the terms, and what about cookies?",
            "“Terms and privacy” at the bottom of every page shows what each app asks you to accept and what happens to your data. This site uses no third-party cookies.",
            searchedAs: "terms conditions cookies cookie rules policy privacy legal"),
        HelpTopic(
            "banned", "I have been banned. Why, and what can I do?",
            "The page that you see instead of the app says why, and when the ban ends. If you think it’s wrong, choose “See the ban” on that page and appeal. A moderator answers.",
            searchedAs: "ban banned suspended account closed appeal object moderator"),
        HelpTopic(
            "contact", "How do I contact you?",
            "Choose “Contact us” on the help page and write what it’s about. You can do that without signing in, too; then the answer comes by email.",
            searchedAs: "contact support customer service telephone reach human staff administrator feedback complaint", withMail: true),
        HelpTopic(
            "contact", "How do I contact you?",
            "Choose “Contact us” on the help page and write what it’s about. If you’re signed in, you get the answer here. If you aren’t, someone who runs this site writes to you from their own email address, because this site can’t send email yet.",
            searchedAs: "contact support customer service telephone reach human staff administrator feedback complaint", withMail: false),
    ]
}

import Web

extension AccountsPart {
    /// What people say about themselves, agree to and take with them, and how administrators look after them.
    var routesAboutPeople: [Route] {
        let directory = PeopleDirectory(site: site)
        let administration = PeopleAdministration(site: site, people: people, roles: roles, sessions: sessions)
        return PeopleRoutes(site: site, directory: directory, administration: administration).routes
            + PeopleAPI(site: site, directory: directory, administration: administration).routes
            + ConsentRoutes(site: site).routes
    }
}

/// Most members who have an account here are gone in MemberPress at once.
struct MassLoss: Error {}

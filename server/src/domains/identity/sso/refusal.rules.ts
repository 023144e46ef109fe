/** Why a sign-in is not taken; the words are for the account's administrators, in the audit log. */
export class SsoRefusal extends Error {}

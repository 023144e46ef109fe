/** English texts of choosing where to go. */
export const tenancyEn = {
  account: {
    title: 'Choose an account',
    text: 'You are a user of several accounts.',
    textOne: 'You are a user of this account.',
    textNeeds: 'Some accounts ask for more before you enter.',
    none: 'No account',
    noneText: 'You are not a user of any account. Ask an administrator to invite you.',
    needsMfa: 'Set up two-step verification',
    needsSso: 'Log in with SSO',
    tenants_one: '{{count}} tenant',
    tenants_other: '{{count}} tenants',
  },
  tenant: {
    title: 'Choose a tenant',
    text: 'Each tenant has apps, records and playbooks of its own.',
    textIn: 'Tenants of {{account}} that you may enter.',
    none: 'No tenant',
    noneText: 'There is no tenant here that you may enter. Ask an administrator for access.',
    another: 'Choose another account',
    list: 'Tenants',
  },
  list: { accounts: 'Accounts', tenants: 'Tenants' },
  search: { accounts: 'Search accounts', tenants: 'Search tenants' },
  lastUsed: 'Last used',
  nothing: 'Nothing matches “{{text}}”.',
  logOut: 'Log out',
} as const

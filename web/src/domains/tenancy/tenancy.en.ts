/** English texts of choosing where to go. */
export const tenancyEn = {
  account: {
    title: 'Choose an account',
    text: 'You are a member of several accounts.',
    none: 'No account',
    noneText: 'You are not a member of any account. Ask an administrator to invite you.',
    tenants_one: '{{count}} tenant',
    tenants_other: '{{count}} tenants',
  },
  tenant: {
    title: 'Choose a tenant',
    text: 'Each tenant has apps, records and playbooks of its own.',
    none: 'No tenant',
    noneText: 'There is no tenant here that you may enter. Ask an administrator for access.',
    list: 'Tenants',
  },
  list: { accounts: 'Accounts', tenants: 'Tenants' },
  logOut: 'Log out',
} as const

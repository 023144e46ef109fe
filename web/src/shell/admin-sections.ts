export const ADMIN_SECTIONS = [
  { key: 'users', group: 'people', needs: 'admin' },
  { key: 'groups', group: 'people', needs: 'admin' },
  { key: 'roles', group: 'people', needs: 'admin' },
  { key: 'tokens', group: 'people', needs: 'admin' },
  { key: 'tenants', group: 'account', needs: 'admin' },
  { key: 'sign-in', group: 'account', needs: 'admin' },
  { key: 'branding', group: 'account', needs: 'admin' },
  { key: 'mail', group: 'account', needs: 'admin' },
  { key: 'hero-ai', group: 'account', needs: 'admin' },
  { key: 'audit', group: 'account', needs: 'admin' },
  { key: 'accounts', group: 'installation', needs: 'super' },
  { key: 'flags', group: 'installation', needs: 'super' },
  { key: 'license', group: 'installation', needs: 'super' },
  { key: 'installation-mail', group: 'installation', needs: 'super' },
] as const

export type AdminSection = (typeof ADMIN_SECTIONS)[number]['key']
export const ADMIN_GROUPS = ['people', 'account', 'installation'] as const

/** Sections by role: the account's for its administrators, the installation's for super administrators. */
export function sectionsFor(rights: { isAdmin: boolean; isSuper: boolean }): AdminSection[] {
  return ADMIN_SECTIONS.filter(({ needs }) => (needs === 'admin' ? rights.isAdmin : rights.isSuper)).map(
    ({ key }) => key,
  )
}

import { type ComponentType, lazy, type LazyExoticComponent, Suspense } from 'react'
import type { AdminSection } from './admin-sections.ts'

function page(load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: await load() }))
}

const PAGES: Record<AdminSection, LazyExoticComponent<ComponentType>> = {
  users: page(async () => (await import('../domains/identity/admin/UsersPage.tsx')).UsersPage),
  groups: page(async () => (await import('../domains/identity/admin/GroupsPage.tsx')).GroupsPage),
  roles: page(async () => (await import('../domains/identity/admin/RolesPage.tsx')).RolesPage),
  tokens: page(async () => (await import('../domains/identity/admin/TokensPage.tsx')).TokensPage),
  tenants: page(async () => (await import('../domains/tenancy/admin/TenantsPage.tsx')).TenantsPage),
  'sign-in': page(async () => (await import('../domains/identity/admin/SignInPage.tsx')).SignInPage),
  branding: page(async () => (await import('../domains/tenancy/admin/BrandingPage.tsx')).BrandingPage),
  mail: page(async () => (await import('../domains/identity/admin/MailPage.tsx')).AccountMailPage),
  'hero-ai': page(async () => (await import('../domains/assistant/admin/HeroAdminPage.tsx')).HeroAdminPage),
  audit: page(async () => (await import('../domains/identity/admin/AuditPage.tsx')).AuditPage),
  accounts: page(async () => (await import('../domains/tenancy/admin/AccountsPage.tsx')).AccountsPage),
  flags: page(async () => (await import('../domains/tenancy/admin/FlagsPage.tsx')).FlagsPage),
  license: page(async () => (await import('../domains/licensing/LicensePage.tsx')).LicensePage),
  'installation-mail': page(
    async () => (await import('../domains/identity/admin/MailPage.tsx')).InstallationMailPage,
  ),
}

export function AdminSectionPage({ section }: { section: AdminSection }) {
  const Page = PAGES[section]
  return (
    <Suspense fallback={null}>
      <Page key={section} />
    </Suspense>
  )
}

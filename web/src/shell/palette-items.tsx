import type { AppView } from '@caseloom/contract/apps/apps'
import type { ProductLine } from '@caseloom/contract/content/catalog'
import type { SessionView } from '@caseloom/contract/identity/identity'
import { useMantineColorScheme } from '@mantine/core'
import {
  IconDashboard,
  IconHelp,
  IconHome,
  IconLayoutGrid,
  IconLogout,
  IconPackage,
  IconPhoneCall,
  IconPlus,
  IconRoute,
  IconSettings,
  IconShieldLock,
  IconSunMoon,
  IconSwitchHorizontal,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../data/apps.ts'
import { linesQuery } from '../data/lines.ts'
import { paths } from '../data/paths.ts'
import { type TenantScope, useTenantScope } from '../data/scope.tsx'
import { sessionQuery } from '../data/session.ts'
import { AppIcon } from '../ui/AppIcon.tsx'
import { openHelp } from './useShellKeys.ts'

export interface PaletteItem {
  id: string
  label: string
  hint?: string
  icon: ReactNode
  /** The target, or the action. */
  to?: string
  run?: () => void
}
export interface PaletteGroup {
  title: string
  items: PaletteItem[]
}

const ICON = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

const SCHEMES = [
  ['auto', 'system'],
  ['light', 'light'],
  ['dark', 'dark'],
] as const

/** Items in which every query word starts a word of the label or hint, in order; all items for an empty query. */
export function matching(items: readonly PaletteItem[], query: string): PaletteItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return items.filter((item) => {
    const text = ` ${item.label} ${item.hint ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(` ${word}`))
  })
}

export function usePaletteItems(): PaletteGroup[] {
  const { t } = useTranslation('palette')
  const scope = useTenantScope()
  const { setColorScheme } = useMantineColorScheme()
  const session = useQuery(sessionQuery).data
  const mayApps = scope.permissions.has('app:read') && scope.permissions.has('record:read')
  const apps = useQuery({ ...appsQuery(scope.tenantId), enabled: mayApps }).data ?? []
  const mayImport = scope.permissions.has('content:import')
  const lines = useQuery({ ...linesQuery(scope.tenantId), enabled: mayImport }).data?.items ?? []
  const isAdmin =
    session?.accounts.some((account) => account.id === scope.accountId && account.admin) === true
  return [
    {
      title: t('goTo'),
      items: [
        ...appItems(
          apps.filter(({ archived }) => archived !== true),
          scope,
        ),
        ...places(scope, t),
        ...contentItems(lines, scope, t),
        ...(isAdmin ? [adminItem(scope, t)] : []),
      ],
    },
    { title: t('create'), items: newRecordItems(apps, scope, t) },
    {
      title: t('scheme'),
      items: SCHEMES.map(([key, text]) => ({
        id: `scheme ${key}`,
        label: t(text),
        hint: t('scheme'),
        icon: <IconSunMoon {...ICON} />,
        run: () => setColorScheme(key),
      })),
    },
    { title: t('tenants'), items: tenantItems(session, scope) },
  ]
}

/** Packages, and the catalogs of the product lines. */
function contentItems(
  lines: readonly ProductLine[],
  scope: TenantScope,
  t: TFunction<'palette'>,
): PaletteItem[] {
  const { permissions } = scope
  if (!permissions.has('content:import') && !permissions.has('content:export')) return []
  const item = (label: string, to: string) => ({ id: to, label, icon: <IconPackage {...ICON} />, to })
  return [
    item(t('content'), paths.content(scope)),
    ...lines.map(({ key, name }) => item(t('catalog', { name }), paths.catalog(scope, key))),
  ]
}

function appItems(apps: readonly AppView[], scope: TenantScope): PaletteItem[] {
  return apps.map((app) => ({
    id: `app ${app.id}`,
    label: app.name,
    hint: app.acronym,
    icon: <AppIcon name={app.icon} />,
    to: paths.recordList(scope, app.id),
  }))
}

function newRecordItems(
  apps: readonly AppView[],
  scope: TenantScope,
  t: TFunction<'palette'>,
): PaletteItem[] {
  return apps
    .filter((app) => app.can.createRecord)
    .map((app) => ({
      id: `new ${app.id}`,
      label: t('newRecord', { app: app.name }),
      icon: <IconPlus {...ICON} />,
      to: paths.newRecord(scope, app.id),
    }))
}

/** The other tenants of the person, with the names of their accounts. */
function tenantItems(session: SessionView | null | undefined, scope: TenantScope): PaletteItem[] {
  const others = (session?.tenants ?? []).filter((tenant) => tenant.id !== scope.tenantId)
  return others.map((tenant) => ({
    id: `tenant ${tenant.id}`,
    label: tenant.name,
    hint: session?.accounts.find((account) => account.id === tenant.accountId)?.name ?? '',
    icon: <IconSwitchHorizontal {...ICON} />,
    to: paths.tenant({ accountId: tenant.accountId, tenantId: tenant.id }),
  }))
}

function places(scope: TenantScope, t: TFunction<'palette'>): PaletteItem[] {
  const { permissions, flags } = scope
  const item = (label: string, icon: ReactNode, to: string): PaletteItem => ({ id: to, label, icon, to })
  return [
    item(t('welcome'), <IconHome {...ICON} />, paths.welcome(scope)),
    ...(flags.HomePage ? [item(t('homePages'), <IconHome {...ICON} />, paths.homePages(scope))] : []),
    ...(permissions.has('record:read')
      ? [item(t('onCall'), <IconPhoneCall {...ICON} />, paths.onCall(scope))]
      : []),
    ...(permissions.has('workspace:read')
      ? [item(t('workspaces'), <IconLayoutGrid {...ICON} />, `${paths.tenant(scope)}/workspaces`)]
      : []),
    ...(permissions.has('dashboard:read')
      ? [item(t('dashboards'), <IconDashboard {...ICON} />, `${paths.tenant(scope)}/dashboards`)]
      : []),
    ...(flags.ClassicContent && permissions.has('playbook:read')
      ? [item(t('orchestration'), <IconRoute {...ICON} />, paths.orchestration(scope))]
      : []),
    ...(flags.ClassicContent && permissions.has('run:read')
      ? [item(t('runs'), <IconRoute {...ICON} />, paths.runs(scope))]
      : []),
    item(t('profile'), <IconShieldLock {...ICON} />, paths.user(scope.accountId, scope.userId)),
    { id: 'help', label: t('help'), icon: <IconHelp {...ICON} />, run: openHelp },
    item(t('logOut'), <IconLogout {...ICON} />, '/logout'),
  ]
}

function adminItem(scope: TenantScope, t: TFunction<'palette'>): PaletteItem {
  const to = paths.admin(scope.accountId)
  return { id: to, label: t('administration'), icon: <IconSettings {...ICON} />, to }
}

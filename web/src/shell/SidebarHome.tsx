import { IconHome, IconPhoneCall, IconReport, IconSearch, IconStar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { favoritePath, favoritesQuery } from '../data/favorites.ts'
import { paths } from '../data/paths.ts'
import { useMay, useTenantScope } from '../data/scope.tsx'
import { viewsQuery } from '../domains/records/views/views.queries.ts'
import classes from './Sidebar.module.css'
import { Group, Item } from './SidebarGroup.tsx'

const ICON = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

type Part = 'home' | 'favourites' | 'reports' | { viewsOf: string }

/** Home and search, the views of the open app, and favorites: loaded after the frame. */
export function SidebarHome({ part }: { part: Part }) {
  if (part === 'home') return <Places />
  if (part === 'reports') return <Reports />
  return part === 'favourites' ? <Favorites /> : <Views appId={part.viewsOf} />
}

function Places() {
  const { t } = useTranslation('shell')
  const scope = useTenantScope()
  const mayRead = scope.permissions.has('record:read')
  const maySearch = scope.permissions.has('app:read') && mayRead
  return (
    <ul>
      {scope.flags.HomePage && (
        <Item to={`${paths.tenant(scope)}/home`} icon={<IconHome {...ICON} />} label={t('nav.home')} />
      )}
      {maySearch && (
        <Item to={paths.search(scope)} exact icon={<IconSearch {...ICON} />} label={t('nav.search')} />
      )}
      {mayRead && (
        <Item to={paths.onCall(scope)} icon={<IconPhoneCall {...ICON} />} label={t('nav.onCall')} />
      )}
    </ul>
  )
}

function Reports() {
  const { t } = useTranslation('shell')
  const scope = useTenantScope()
  if (!scope.permissions.has('report:read')) return null
  return <Item to={paths.reports(scope)} icon={<IconReport {...ICON} />} label={t('nav.reports')} />
}

/** Only of the app whose list is open, so that the navigation stays short. */
function Views({ appId }: { appId: string }) {
  const scope = useTenantScope()
  const open = useParams({ strict: false }).appId
  const enabled = useMay('report:read') && open === appId
  const views = useQuery({ ...viewsQuery(scope.tenantId, appId), enabled })
  if (!enabled || views.data === undefined || views.data.length === 0) return null
  return (
    <li className={classes.views}>
      <ul>
        {views.data.map((view) => (
          <Item key={view.id} to={paths.report(scope, appId, view.id)} label={view.name} />
        ))}
      </ul>
    </li>
  )
}

function Favorites() {
  const { t } = useTranslation('shell')
  const scope = useTenantScope()
  const favorites = useQuery(favoritesQuery(scope.tenantId)).data ?? []
  if (favorites.length === 0) return null
  return (
    <Group title={t('nav.favorites')}>
      {favorites.map((one) => (
        <Item
          key={`${one.kind} ${one.id}`}
          to={favoritePath(scope, one)}
          icon={<IconStar {...ICON} />}
          label={one.name}
        />
      ))}
    </Group>
  )
}

import { IconHome, IconStar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { favouritePath, favouritesQuery } from '../data/favourites.ts'
import { paths } from '../data/paths.ts'
import { useTenantScope } from '../data/scope.tsx'
import { Group, Item } from './Sidebar.tsx'

const ICON = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

/** The home page and one's favourites, loaded after the frame. */
export function SidebarHome({ part }: { part: 'home' | 'favourites' }) {
  const { t } = useTranslation('shell')
  const scope = useTenantScope()
  const favourites = useQuery(favouritesQuery(scope.tenantId)).data ?? []
  if (part === 'home')
    return (
      <ul>
        <Item to={`${paths.tenant(scope)}/home`} icon={<IconHome {...ICON} />} label={t('nav.home')} />
      </ul>
    )
  if (favourites.length === 0) return null
  return (
    <Group title={t('nav.favourites')}>
      {favourites.map((one) => (
        <Item
          key={`${one.kind} ${one.id}`}
          to={favouritePath(scope, one)}
          icon={<IconStar {...ICON} />}
          label={one.name}
        />
      ))}
    </Group>
  )
}

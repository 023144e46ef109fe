import type { Favorite } from '@caseloom/contract/workspaces/home'
import { IconLayoutDashboard, IconLayoutGrid, IconRoute } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { favoritePath, useFavorite } from '../../../data/favorites.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { AppIcon } from '../../../ui/AppIcon.tsx'
import { FavoriteButton } from '../../../ui/FavoriteButton.tsx'
import { Card, Cards } from '../../../ui/list-page/Card.tsx'
import classes from './Home.module.css'

export function Favorites({ favorites }: { favorites: readonly Favorite[] }) {
  const { t } = useTranslation('home')
  if (favorites.length === 0) return <p className={classes.hint}>{t('favorites.empty')}</p>
  return (
    <Cards label={t('favorites.title')}>
      {favorites.map((favorite) => (
        <FavoriteCard key={`${favorite.kind} ${favorite.id}`} favorite={favorite} />
      ))}
    </Cards>
  )
}

function FavoriteCard({ favorite }: { favorite: Favorite }) {
  const { t } = useTranslation('home')
  const scope = useTenantScope()
  const star = useFavorite(favorite.kind, favorite.id)
  return (
    <Card
      icon={<FavoriteIcon favorite={favorite} />}
      to={favoritePath(scope, favorite)}
      name={favorite.name}
      text={t(`favorites.kinds.${favorite.kind}`)}
    >
      <FavoriteButton {...star} />
    </Card>
  )
}

function FavoriteIcon({ favorite }: { favorite: Favorite }) {
  const look = { size: 18, stroke: 1.6, 'aria-hidden': true } as const
  if (favorite.kind === 'dashboard') return <IconLayoutDashboard {...look} />
  if (favorite.kind === 'playbook') return <IconRoute {...look} />
  if (favorite.icon === null) return <IconLayoutGrid {...look} />
  return <AppIcon name={favorite.icon} size={18} />
}

import { Button, Menu } from '@mantine/core'
import { IconSelector, IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { linesQuery } from '../../data/lines.ts'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { StartCard } from '../../ui/EmptyState.tsx'

/** A menu of the catalogs of all product lines. */
export function CatalogsMenu() {
  const { t } = useTranslation('content')
  const scope = useTenantScope()
  const lines = useQuery(linesQuery(scope.tenantId)).data?.items ?? []
  if (lines.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          leftSection={<IconStack2 size={14} stroke={1.7} aria-hidden />}
          rightSection={<IconSelector size={14} stroke={1.7} aria-hidden />}
        >
          {t('catalogs')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {lines.map(({ key, name }) => (
          <Menu.Item key={key} component={Link} to={paths.catalog(scope, key)}>
            {t('catalog', { name })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The same for a tenant without packages: where to begin. */
export function CatalogCards() {
  const { t } = useTranslation('content')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const lines = useQuery(linesQuery(scope.tenantId)).data?.items ?? []
  return lines.map(({ key, name, packages }) => (
    <StartCard
      key={key}
      icon={<IconStack2 size={16} stroke={1.6} aria-hidden />}
      title={t('catalog', { name })}
      text={t('catalogText', { count: packages.length })}
      onClick={() => void navigate({ to: paths.catalog(scope, key) })}
    />
  ))
}

import type { ManagedTenant } from '@caseloom/contract/tenancy/tenancy-admin'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { managedTenantsQuery } from '../../../data/account-admin.ts'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { listState } from '../../../data/list-state.ts'
import { textsOf } from '../../../data/search-params.ts'
import { useSectionSearch } from '../../../ui/admin/useSectionSearch.ts'
import classes from '../../../ui/admin/Settings.module.css'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { State } from '../../../ui/glyphs/State.tsx'
import type { GridColumn } from '../../../ui/grid/grid-column.ts'
import { ListPage } from '../../../ui/list-page/ListPage.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { DateTime } from '../../../ui/Times.tsx'
import { formatCount } from '../../../ui/time.ts'
import { NewTenantDialog } from './NewTenantDialog.tsx'
import { TENANT_STATES } from './tenant-states.ts'
import { TenantPanel } from './TenantPanel.tsx'
import { tenantsEn } from './tenants.en.ts'
import type { Translate } from './translate.ts'

addTexts('admin', tenantsEn)

const readSearch = (search: Record<string, unknown>) => textsOf(search, 'tenant')

export function TenantsPage() {
  const { t } = useTranslation('admin')
  const { accountId, multiTenant } = useAdminScope()
  const [{ tenant: chosen }, setSearch] = useSectionSearch(readSearch)
  const choose = (tenant?: string) => setSearch(tenant === undefined ? {} : { tenant })
  const [isAdding, setIsAdding] = useState(false)
  const query = useQuery(managedTenantsQuery(accountId))
  const rows = query.data ?? []
  const columns = useMemo(() => tenantColumns(t), [t])
  const selected = rows.find((tenant) => tenant.id === chosen)
  const mayAdd = multiTenant || rows.length === 0
  usePageTitle(t('tenants.title'), t('shell.title'))
  return (
    <ListPage<ManagedTenant>
      title={t('tenants.title')}
      actions={mayAdd && query.isSuccess && <AddButton setIsAdding={setIsAdding} />}
      list={listState(query, rows)}
      label={t('tenants.title')}
      columns={columns}
      errorTitle={t('tenants.failed')}
      empty={<EmptyState title={t('tenants.none')} text={t('tenants.noneText')} />}
      onOpen={(tenant) => choose(tenant.id)}
      initialCursor={chosen}
      total={rows.length}
      summary={query.data !== undefined && t('tenants.count', { count: rows.length })}
      summaryEnd={mayAdd ? undefined : t('tenants.single')}
      panel={
        selected !== undefined && <TenantPanel key={selected.id} tenant={selected} onClose={() => choose()} />
      }
    >
      {isAdding && (
        <NewTenantDialog
          onClose={() => setIsAdding(false)}
          onCreated={(tenant) => {
            setIsAdding(false)
            choose(tenant.id)
          }}
        />
      )}
    </ListPage>
  )
}

function AddButton({ setIsAdding }: { setIsAdding: (next: boolean) => void }) {
  const { t } = useTranslation('admin')
  return (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
      onClick={() => setIsAdding(true)}
    >
      {t('tenants.add')}
    </Button>
  )
}

function tenantColumns(t: Translate): GridColumn<ManagedTenant>[] {
  const label = (key: string) => t(`tenants.columns.${key}`)
  return [
    {
      key: 'name',
      label: label('name'),
      title: true,
      render: (tenant) => <span className={classes.personName}>{tenant.name}</span>,
      text: (tenant) => tenant.name,
    },
    {
      key: 'status',
      label: label('status'),
      width: 140,
      render: (tenant) => (
        <State state={TENANT_STATES[tenant.status]}>{t(`tenants.statuses.${tenant.status}`)}</State>
      ),
    },
    {
      key: 'apps',
      label: label('apps'),
      width: 80,
      align: 'end',
      render: (tenant) => formatCount(tenant.apps),
    },
    {
      key: 'users',
      label: label('users'),
      width: 80,
      align: 'end',
      render: (tenant) => formatCount(tenant.users),
    },
    {
      key: 'created',
      label: label('created'),
      width: 160,
      align: 'end',
      quiet: true,
      render: (tenant) => <DateTime at={tenant.createdAt} />,
    },
  ]
}

import type { ManagedAccount } from '@caseloom/contract/identity/accounts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listState } from '../../../data/list-state.ts'
import { textsOf } from '../../../data/search-params.ts'
import { useSectionSearch } from '../../../ui/admin/useSectionSearch.ts'
import classes from '../../../ui/admin/Settings.module.css'
import { State } from '../../../ui/glyphs/State.tsx'
import type { GridColumn } from '../../../ui/grid/grid-column.ts'
import { ListPage } from '../../../ui/list-page/ListPage.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { DateTime } from '../../../ui/Times.tsx'
import { formatCount } from '../../../ui/time.ts'
import { AccountPanel } from './AccountPanel.tsx'
import { accountsEn } from './accounts.en.ts'
import { accountsQuery } from './accounts.queries.ts'
import { NewAccountDialog } from './NewAccountDialog.tsx'
import { TENANT_STATES } from './tenant-states.ts'
import type { Translate } from './translate.ts'

addTexts('admin', accountsEn)

const readSearch = (search: Record<string, unknown>) => textsOf(search, 'account')

export function AccountsPage() {
  const { t } = useTranslation('admin')
  const [{ account: chosen }, setSearch] = useSectionSearch(readSearch)
  const choose = (account?: string) => setSearch(account === undefined ? {} : { account })
  const [isAdding, setIsAdding] = useState(false)
  const query = useQuery(accountsQuery)
  const rows = query.data ?? []
  const columns = useMemo(() => accountColumns(t), [t])
  const selected = rows.find((account) => account.id === chosen)
  usePageTitle(t('accounts.title'), t('shell.title'))
  return (
    <ListPage<ManagedAccount>
      title={t('accounts.title')}
      actions={
        <Button
          variant="filled"
          leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
          onClick={() => setIsAdding(true)}
        >
          {t('accounts.add')}
        </Button>
      }
      list={listState(query, rows)}
      label={t('accounts.title')}
      columns={columns}
      errorTitle={t('accounts.failed')}
      onOpen={(account) => choose(account.id)}
      initialCursor={chosen}
      total={rows.length}
      summary={query.data !== undefined && t('accounts.count', { count: rows.length })}
      panel={
        selected !== undefined && (
          <AccountPanel key={selected.id} account={selected} onClose={() => choose()} />
        )
      }
    >
      {isAdding && (
        <NewAccountDialog
          onClose={(made) => {
            setIsAdding(false)
            if (made !== undefined) choose(made.id)
          }}
        />
      )}
    </ListPage>
  )
}

function accountColumns(t: Translate): GridColumn<ManagedAccount>[] {
  const label = (key: string) => t(`accounts.columns.${key}`)
  return [
    {
      key: 'name',
      label: label('name'),
      title: true,
      render: (account) => <span className={classes.personName}>{account.name}</span>,
      text: (account) => account.name,
    },
    {
      key: 'status',
      label: label('status'),
      width: 140,
      render: (account) => (
        <State state={TENANT_STATES[account.status]}>{t(`accounts.statuses.${account.status}`)}</State>
      ),
    },
    {
      key: 'administrators',
      label: label('administrators'),
      width: 220,
      render: (account) => account.administrators.map(({ name }) => name).join(', '),
      text: (account) => account.administrators.map(({ name }) => name).join(', '),
    },
    {
      key: 'tenants',
      label: label('tenants'),
      width: 90,
      align: 'end',
      render: (account) => formatCount(account.tenants),
    },
    {
      key: 'users',
      label: label('users'),
      width: 80,
      align: 'end',
      render: (account) => formatCount(account.users),
    },
    {
      key: 'created',
      label: label('created'),
      width: 160,
      align: 'end',
      quiet: true,
      render: (account) => <DateTime at={account.createdAt} />,
    },
  ]
}

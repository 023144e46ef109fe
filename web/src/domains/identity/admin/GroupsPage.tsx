import type { GroupView } from '@caseloom/contract/identity/directory'
import { Button } from '@mantine/core'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { listState } from '../../../data/list-state.ts'
import { textsOf } from '../../../data/search-params.ts'
import { SearchBar } from '../../../ui/list-page/SearchBar.tsx'
import { EmptyState, StartCard } from '../../../ui/EmptyState.tsx'
import { type GridColumn, textColumn } from '../../../ui/grid/grid-column.ts'
import { ListPage } from '../../../ui/list-page/ListPage.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { formatCount } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.tsx'
import { withParam } from '../../../ui/admin/with-param.ts'
import { addGroup, groupsQuery, refreshDirectory } from './directory.queries.ts'
import { GroupPanel } from './GroupPanel.tsx'
import { groupsEn } from './groups.en.ts'
import { NameDialog } from './NameDialog.tsx'
import type { Translate } from './translate.ts'
import { type Directory, placeName, roleName, useDirectory } from './useDirectory.ts'
import { useSectionSearch } from '../../../ui/admin/useSectionSearch.ts'
import { usersEn } from './users.en.ts'

addTexts('admin', usersEn)
addTexts('admin', groupsEn)

const readSearch = (search: Record<string, unknown>) => textsOf(search, 'text', 'group')

export function GroupsPage() {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const [search, setSearch] = useSectionSearch(readSearch)
  const [isAdding, setIsAdding] = useState(false)
  const directory = useDirectory()
  const query = useQuery(groupsQuery(accountId))
  const all = query.data
  const rows = useMemo(() => named(all ?? [], search.text), [all, search.text])
  const columns = useGroupColumns(directory)
  const selected = all?.find((group) => group.id === search.group)
  const find = (text: string | undefined) => setSearch(withParam(search, 'text', text))
  const open = (group: string | undefined) => setSearch(withParam(search, 'group', group))
  usePageTitle(t('groups.title'), t('shell.title'))
  return (
    <ListPage<GroupView>
      title={t('groups.title')}
      actions={<AddButton onAdd={() => setIsAdding(true)} />}
      bars={<SearchBar label={t('groups.search')} text={search.text} onText={find} />}
      list={listState(query, rows)}
      label={t('groups.title')}
      columns={columns}
      errorTitle={t('groups.failed')}
      filtered={search.text !== undefined}
      onClearFilters={() => find(undefined)}
      empty={<NoGroups onAdd={() => setIsAdding(true)} />}
      onOpen={({ id }) => open(id)}
      initialCursor={search.group}
      total={rows.length}
      summary={all !== undefined && t('groups.count', { count: all.length })}
      panel={
        selected !== undefined && (
          <GroupPanel
            key={selected.id}
            group={selected}
            directory={directory}
            onClose={() => open(undefined)}
          />
        )
      }
    >
      {isAdding && (
        <NewGroup onClose={() => setIsAdding(false)} onReady={(group) => setSearch({ group: group.id })} />
      )}
    </ListPage>
  )
}

function named(groups: readonly GroupView[], text = ''): GroupView[] {
  return groups.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('admin')
  return (
    <Button variant="filled" leftSection={<IconPlus size={16} stroke={2} aria-hidden />} onClick={onAdd}>
      {t('groups.add')}
    </Button>
  )
}

function NoGroups({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('admin')
  return (
    <EmptyState title={t('groups.none')} text={t('groups.noneText')}>
      <StartCard
        icon={<IconUsersGroup size={18} stroke={1.6} />}
        title={t('groups.add')}
        text={t('groups.start')}
        onClick={onAdd}
      />
    </EmptyState>
  )
}

/** `onReady` follows once the directory shows the group. */
function NewGroup({ onClose, onReady }: { onClose: () => void; onReady: (group: GroupView) => void }) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  return (
    <NameDialog
      title={t('groups.createTitle')}
      label={t('groups.name')}
      missing={t('groups.nameMissing')}
      confirm={t('groups.create')}
      save={(name) => addGroup(accountId, { name })}
      onClose={onClose}
      onSaved={(group) => {
        onClose()
        toast({ kind: 'success', title: t('groups.created', { name: group.name }) })
        void refreshDirectory(client, accountId).then(() => onReady(group))
      }}
    />
  )
}

function useGroupColumns({ roles, groups, tenants }: Directory): GridColumn<GroupView>[] {
  const { t } = useTranslation('admin')
  return useMemo(() => groupColumns({ roles, groups, tenants }, t), [roles, groups, tenants, t])
}

function groupColumns(directory: Directory, t: Translate): GridColumn<GroupView>[] {
  const rolesOf = (group: GroupView) =>
    group.roles.map((held) => `${roleName(directory, held, t)} ${placeName(directory, held, t)}`).join(', ')
  return [
    textColumn({ key: 'name', label: t('groups.columns.name'), title: true, text: ({ name }) => name }),
    textColumn({ key: 'roles', label: t('groups.columns.roles'), width: 280, quiet: true, text: rolesOf }),
    {
      key: 'members',
      label: t('groups.columns.members'),
      width: 88,
      align: 'end',
      render: (group) => formatCount(group.members),
    },
  ]
}

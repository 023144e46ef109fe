import type { GroupView } from '@caseloom/contract/directory'
import { Button, TextInput } from '@mantine/core'
import { IconPlus, IconSearch, IconUsersGroup } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { textsOf } from '../../../data/search-params.ts'
import { Docked } from '../../../ui/admin/DockPanel.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { useSearchText } from '../../../ui/admin/useSearchText.ts'
import { EmptyState, StartCard } from '../../../ui/EmptyState.tsx'
import { Content, FilterBar, PageBar, PageFrame, StatusBar } from '../../../ui/frame/Frame.tsx'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import type { GridColumn } from '../../../ui/grid/grid-column.ts'
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

const keyOf = (group: GroupView) => group.id
const readSearch = (search: Record<string, unknown>) => textsOf(search, 'text', 'group')

export function GroupsPage() {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const [search, setSearch] = useSectionSearch(readSearch)
  const [isAdding, setIsAdding] = useState(false)
  const directory = useDirectory()
  const client = useQueryClient()
  const query = useQuery(groupsQuery(accountId))
  const all = query.data
  const wanted = search.text?.toLowerCase()
  const rows = useMemo(
    () => (all ?? []).filter(({ name }) => wanted === undefined || name.toLowerCase().includes(wanted)),
    [all, wanted],
  )
  const { roles, groups, tenants } = directory
  const columns = useMemo(() => groupColumns({ roles, groups, tenants }, t), [roles, groups, tenants, t])
  const selected = all?.find((group) => group.id === search.group)
  const [text, setText] = useSearchText(search.text, (next) => setSearch(withParam(search, 'text', next)))
  usePageTitle(t('groups.title'), t('shell.title'))
  return (
    <Docked
      panel={
        selected !== undefined && (
          <GroupPanel
            key={selected.id}
            group={selected}
            directory={directory}
            onClose={() => setSearch(withParam(search, 'group', undefined))}
          />
        )
      }
    >
      <PageFrame>
        <PageBar
          title={t('groups.title')}
          actions={
            <Button
              variant="filled"
              leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
              onClick={() => setIsAdding(true)}
            >
              {t('groups.add')}
            </Button>
          }
        />
        <FilterBar>
          <TextInput
            className={classes.search}
            aria-label={t('groups.search')}
            placeholder={t('groups.search')}
            leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </FilterBar>
        <Content>
          <DataGrid<GroupView>
            label={t('groups.title')}
            columns={columns}
            rows={rows}
            rowKey={keyOf}
            status={query.isPending ? 'loading' : query.isError && all === undefined ? 'error' : 'ready'}
            error={query.isError ? describeError(query.error) : undefined}
            errorTitle={t('groups.failed')}
            onRetry={() => void query.refetch()}
            filtered={search.text !== undefined}
            onClearFilters={() => setSearch(withParam(search, 'text', undefined))}
            empty={
              <EmptyState title={t('groups.none')} text={t('groups.noneText')}>
                <StartCard
                  icon={<IconUsersGroup size={18} stroke={1.6} />}
                  title={t('groups.add')}
                  text={t('groups.start')}
                  onClick={() => setIsAdding(true)}
                />
              </EmptyState>
            }
            onOpen={(group) => setSearch(withParam(search, 'group', group.id))}
            initialCursor={search.group}
            total={rows.length}
          />
        </Content>
        <StatusBar>{all !== undefined && t('groups.count', { count: all.length })}</StatusBar>
      </PageFrame>
      {isAdding && (
        <NameDialog
          title={t('groups.createTitle')}
          label={t('groups.name')}
          missing={t('groups.nameMissing')}
          confirm={t('groups.create')}
          save={(name) => addGroup(accountId, { name })}
          onClose={() => setIsAdding(false)}
          onSaved={(group) => {
            setIsAdding(false)
            toast({ kind: 'success', title: t('groups.created', { name: group.name }) })
            void refreshDirectory(client, accountId).then(() => setSearch({ group: group.id }))
          }}
        />
      )}
    </Docked>
  )
}

function groupColumns(directory: Directory, t: Translate): GridColumn<GroupView>[] {
  const rolesOf = (group: GroupView) =>
    group.roles.map((held) => `${roleName(directory, held, t)} ${placeName(directory, held, t)}`).join(', ')
  return [
    {
      key: 'name',
      label: t('groups.columns.name'),
      title: true,
      render: (group) => group.name,
      text: (group) => group.name,
    },
    {
      key: 'roles',
      label: t('groups.columns.roles'),
      width: 280,
      quiet: true,
      render: rolesOf,
      text: rolesOf,
    },
    {
      key: 'members',
      label: t('groups.columns.members'),
      width: 88,
      align: 'end',
      render: (group) => formatCount(group.members),
    },
  ]
}

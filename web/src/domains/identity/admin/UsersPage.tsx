import type { UserView } from '@caseloom/contract/identity/directory'
import { Button } from '@mantine/core'
import { IconRobot, IconUserPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { usePagedList } from '../../../data/list-state.ts'
import { ChoiceFilter } from '../../../ui/admin/ChoiceFilter.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { useSearchText } from '../../../ui/admin/useSearchText.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FilterBar } from '../../../ui/frame/Frame.tsx'
import { StateGlyph } from '../../../ui/glyphs/State.tsx'
import { ColumnsMenu } from '../../../ui/grid/ColumnsMenu.tsx'
import { useColumnLayout } from '../../../ui/grid/useColumnLayout.ts'
import { ListPage } from '../../../ui/list-page/ListPage.tsx'
import { SearchField } from '../../../ui/list-page/SearchField.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { formatCount } from '../../../ui/time.ts'
import { withParam } from '../../../ui/admin/with-param.ts'
import { readUsersSearch, type UsersSearch } from './admin-search.ts'
import { usersQuery } from './directory.queries.ts'
import { InviteDialog } from './InviteDialog.tsx'
import { ServiceAccountDialog } from './ServiceAccountDialog.tsx'
import { userColumns } from './user-columns.tsx'
import { UserPanel } from './UserPanel.tsx'
import { rolesEn } from './roles.en.ts'
import { usersEn } from './users.en.ts'
import { type Directory, useDirectory } from './useDirectory.ts'
import { useSectionSearch } from '../../../ui/admin/useSectionSearch.ts'

addTexts('admin', usersEn)
addTexts('admin', rolesEn)

const STATUSES = ['active', 'invited', 'disabled'] as const

export function UsersPage() {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const [search, setSearch] = useSectionSearch(readUsersSearch)
  const directory = useDirectory()
  const [layout, setLayout] = useColumnLayout('admin.users')
  const query = useInfiniteQuery(usersQuery(accountId, search))
  const list = usePagedList(query)
  const columns = useUserColumns(directory)
  const total = query.data?.pages[0]?.total
  const selected = useSelected(search.user, list.rows, query)
  usePageTitle(t('users.title'), t('shell.title'))
  const { user: _open, ...filters } = search
  const columnsMenu = <ColumnsMenu columns={columns} layout={layout} onLayout={setLayout} />
  return (
    <ListPage<UserView>
      title={t('users.title')}
      actions={<UsersActions onCreated={(user) => setSearch({ kind: 'service', user: user.id })} />}
      bars={<UserFilters search={search} onSearch={setSearch} roles={directory.roles} end={columnsMenu} />}
      list={list}
      label={t('users.title')}
      columns={columns}
      errorTitle={t('users.failed')}
      filtered={Object.keys(filters).length > 0}
      onClearFilters={() => setSearch({})}
      empty={<EmptyState title={t('users.none')} text={t('users.noneText')} />}
      layout={layout}
      onLayout={setLayout}
      onOpen={(user) => setSearch(withParam(search, 'user', user.id))}
      initialCursor={search.user}
      total={total}
      summary={
        total !== undefined &&
        t('users.count', { count: total, shown: formatCount(list.rows.length), total: formatCount(total) })
      }
      summaryEnd={t('users.immediate')}
      panel={
        selected !== undefined && (
          <UserPanel
            key={selected.id}
            user={selected}
            directory={directory}
            onClose={() => setSearch(filters)}
          />
        )
      }
    />
  )
}

function useUserColumns({ roles, groups, tenants }: Directory) {
  const { t } = useTranslation('admin')
  const { userId } = useAdminScope()
  return useMemo(
    () => userColumns({ roles, groups, tenants }, userId, t),
    [roles, groups, tenants, userId, t],
  )
}

function UsersActions({ onCreated }: { onCreated: (user: { id: string }) => void }) {
  const { t } = useTranslation('admin')
  const [dialog, setDialog] = useState<'invite' | 'service' | null>(null)
  return (
    <>
      <Button
        leftSection={<IconRobot size={16} stroke={1.6} aria-hidden />}
        onClick={() => setDialog('service')}
      >
        {t('users.service')}
      </Button>
      <Button
        variant="filled"
        leftSection={<IconUserPlus size={16} stroke={1.6} aria-hidden />}
        onClick={() => setDialog('invite')}
      >
        {t('users.invite')}
      </Button>
      {dialog === 'invite' && <InviteDialog onClose={() => setDialog(null)} />}
      {dialog === 'service' && (
        <ServiceAccountDialog
          onClose={() => setDialog(null)}
          onCreated={(user) => {
            setDialog(null)
            onCreated(user)
          }}
        />
      )}
    </>
  )
}

function useSelected(
  id: string | undefined,
  rows: readonly UserView[],
  query: { hasNextPage: boolean; isFetching: boolean; fetchNextPage: () => unknown },
): UserView | undefined {
  const found = id === undefined ? undefined : rows.find((user) => user.id === id)
  const { hasNextPage, isFetching, fetchNextPage } = query
  const isIncomplete = id !== undefined && found === undefined && hasNextPage && !isFetching
  useEffect(() => {
    if (isIncomplete) fetchNextPage()
  }, [isIncomplete, fetchNextPage])
  return found
}

interface UserFiltersProps {
  search: UsersSearch
  onSearch: (search: UsersSearch) => void
  roles: readonly { id: string; name: string }[]
  end: React.ReactNode
}

function UserFilters({ search, onSearch, roles, end }: UserFiltersProps) {
  const { t } = useTranslation('admin')
  const [text, setText] = useSearchText(search.text, (next) => onSearch(withParam(search, 'text', next)))
  return (
    <FilterBar end={end}>
      <div className={classes.filters}>
        <SearchField className={classes.search} label={t('users.search')} value={text} onChange={setText} />
        <ChoiceFilter
          field={t('users.status')}
          value={search.status}
          choices={STATUSES.map((value) => ({
            value,
            label: t(`users.statuses.${value}`),
            glyph: <StateGlyph state={value} />,
          }))}
          onChange={(value) =>
            onSearch(
              withParam(
                search,
                'status',
                STATUSES.find((one) => one === value),
              ),
            )
          }
        />
        <ChoiceFilter
          field={t('users.kind')}
          value={search.kind}
          choices={(['person', 'service'] as const).map((value) => ({
            value,
            label: t(`users.kinds.${value}`),
          }))}
          onChange={(value) =>
            onSearch(withParam(search, 'kind', value === 'person' || value === 'service' ? value : undefined))
          }
        />
        <ChoiceFilter
          field={t('users.role')}
          value={search.role}
          choices={roles.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(value) => onSearch(withParam(search, 'role', value))}
        />
      </div>
    </FilterBar>
  )
}

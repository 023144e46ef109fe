import type { UserView } from '@caseloom/contract/directory'
import { Button, TextInput } from '@mantine/core'
import { IconRobot, IconSearch, IconUserPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { ChoiceFilter } from '../../../ui/admin/ChoiceFilter.tsx'
import { Docked } from '../../../ui/admin/DockPanel.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { useSearchText } from '../../../ui/admin/useSearchText.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Content, FilterBar, PageBar, PageFrame, StatusBar } from '../../../ui/frame/Frame.tsx'
import { StateGlyph } from '../../../ui/glyphs/State.tsx'
import { ColumnsMenu } from '../../../ui/grid/ColumnsMenu.tsx'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { useColumnLayout } from '../../../ui/grid/useColumnLayout.ts'
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
import { useDirectory } from './useDirectory.ts'
import { useSectionSearch } from '../../../ui/admin/useSectionSearch.ts'

addTexts('admin', usersEn)
addTexts('admin', rolesEn)

const keyOf = (user: UserView) => user.id
const STATUSES = ['active', 'invited', 'disabled'] as const

export function UsersPage() {
  const { t } = useTranslation('admin')
  const { accountId, userId } = useAdminScope()
  const [search, setSearch] = useSectionSearch(readUsersSearch)
  const directory = useDirectory()
  const [layout, setLayout] = useColumnLayout('admin.users')
  const [dialog, setDialog] = useState<'invite' | 'service' | null>(null)
  const query = useInfiniteQuery(usersQuery(accountId, search))
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data])
  const { roles, groups, tenants } = directory
  const columns = useMemo(
    () => userColumns({ roles, groups, tenants }, userId, t),
    [roles, groups, tenants, userId, t],
  )
  const total = query.data?.pages[0]?.total
  const selected = useSelected(search.user, rows, query)
  usePageTitle(t('users.title'), t('shell.title'))
  const { user: _open, ...filters } = search
  return (
    <Docked
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
    >
      <PageFrame>
        <PageBar
          title={t('users.title')}
          actions={
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
            </>
          }
        />
        <UserFilters
          search={search}
          onSearch={setSearch}
          roles={roles}
          end={<ColumnsMenu columns={columns} layout={layout} onLayout={setLayout} />}
        />
        <Content>
          <DataGrid<UserView>
            label={t('users.title')}
            columns={columns}
            rows={rows}
            rowKey={keyOf}
            status={query.isPending ? 'loading' : query.isError && rows.length === 0 ? 'error' : 'ready'}
            error={query.isError ? describeError(query.error) : undefined}
            errorTitle={t('users.failed')}
            onRetry={() => void query.refetch()}
            filtered={Object.keys(filters).length > 0}
            onClearFilters={() => setSearch({})}
            empty={<EmptyState title={t('users.none')} text={t('users.noneText')} />}
            layout={layout}
            onLayout={setLayout}
            onOpen={(user) => setSearch(withParam(search, 'user', user.id))}
            hasMore={query.hasNextPage}
            loadingMore={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
            initialCursor={search.user}
            total={total}
          />
        </Content>
        <StatusBar end={t('users.atOnce')}>
          {total !== undefined &&
            t('users.count', { count: total, shown: formatCount(rows.length), total: formatCount(total) })}
        </StatusBar>
      </PageFrame>
      {dialog === 'invite' && <InviteDialog onClose={() => setDialog(null)} />}
      {dialog === 'service' && (
        <ServiceAccountDialog
          onClose={() => setDialog(null)}
          onCreated={(user) => {
            setDialog(null)
            setSearch({ kind: 'service', user: user.id })
          }}
        />
      )}
    </Docked>
  )
}

function useSelected(
  id: string | undefined,
  rows: readonly UserView[],
  query: { hasNextPage: boolean; isFetching: boolean; fetchNextPage: () => unknown },
): UserView | undefined {
  const found = id === undefined ? undefined : rows.find((user) => user.id === id)
  const { hasNextPage, isFetching, fetchNextPage } = query
  const goesOn = id !== undefined && found === undefined && hasNextPage && !isFetching
  useEffect(() => {
    if (goesOn) fetchNextPage()
  }, [goesOn, fetchNextPage])
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
        <TextInput
          className={classes.search}
          aria-label={t('users.search')}
          placeholder={t('users.search')}
          leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ChoiceFilter
          field={t('users.status')}
          operator={t('is')}
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
          operator={t('is')}
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
          operator={t('is')}
          value={search.role}
          choices={roles.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(value) => onSearch(withParam(search, 'role', value))}
        />
      </div>
    </FilterBar>
  )
}

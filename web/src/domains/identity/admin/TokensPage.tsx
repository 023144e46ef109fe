import type { TokenView } from '@caseloom/contract/identity/directory'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { listState } from '../../../data/list-state.ts'
import { paths } from '../../../data/paths.ts'
import { addressParts, textsOf } from '../../../data/search-params.ts'
import classes from '../../../ui/admin/Settings.module.css'
import { SearchBar } from '../../../ui/list-page/SearchBar.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { type GridColumn, textColumn } from '../../../ui/grid/grid-column.ts'
import { ListPage } from '../../../ui/list-page/ListPage.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { DateTime, TimeAgo, useNow } from '../../../ui/Times.tsx'
import { withParam } from '../../../ui/admin/with-param.ts'
import { tokensQuery } from './directory.queries.ts'
import { EndToken } from './EndToken.tsx'
import { actionOf, resourceOf } from './permission-matrix.ts'
import { rolesEn } from './roles.en.ts'
import { tokensEn } from './tokens.en.ts'
import type { Translate } from './translate.ts'
import { useSectionSearch } from '../../../ui/admin/useSectionSearch.ts'

addTexts('admin', tokensEn)
addTexts('admin', rolesEn)

const readSearch = (search: Record<string, unknown>) => textsOf(search, 'text')

export function TokensPage() {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const [search, setSearch] = useSectionSearch(readSearch)
  const query = useQuery(tokensQuery(accountId))
  const wanted = search.text?.toLowerCase()
  const rows = useMemo(
    () =>
      (query.data ?? []).filter(
        ({ name, userName }) => wanted === undefined || `${name} ${userName}`.toLowerCase().includes(wanted),
      ),
    [query.data, wanted],
  )
  const columns = useMemo(() => tokenColumns(accountId, t), [accountId, t])
  usePageTitle(t('tokens.title'), t('shell.title'))
  return (
    <ListPage<TokenView>
      title={t('tokens.title')}
      bars={
        <SearchBar
          label={t('tokens.search')}
          text={search.text}
          onText={(next) => setSearch(withParam(search, 'text', next))}
        />
      }
      list={listState(query, rows)}
      label={t('tokens.title')}
      columns={columns}
      errorTitle={t('tokens.failed')}
      filtered={search.text !== undefined}
      onClearFilters={() => setSearch({})}
      empty={<EmptyState title={t('tokens.none')} text={t('tokens.noneText')} />}
      total={rows.length}
      summary={query.data !== undefined && t('tokens.count', { count: query.data.length })}
    />
  )
}

function tokenColumns(accountId: string, t: Translate): GridColumn<TokenView>[] {
  const label = (key: string) => t(`tokens.columns.${key}`)
  return [
    textColumn({ key: 'name', label: label('name'), title: true, text: ({ name }) => name }),
    {
      key: 'user',
      label: label('user'),
      width: 170,
      render: (token) => (
        <Link
          className={classes.link}
          {...addressParts(`${paths.admin(accountId, 'users')}?user=${token.userId}`)}
        >
          {token.userName}
        </Link>
      ),
      text: (token) => token.userName,
    },
    {
      key: 'start',
      label: label('start'),
      width: 130,
      fold: 2,
      render: (token) => <code className={classes.mono}>{token.start}…</code>,
    },
    {
      key: 'scopes',
      label: label('scopes'),
      width: 100,
      fold: 1,
      render: (token) => t('tokens.scopes', { count: token.scopes.length }),
      text: (token) => token.scopes.map((scope) => scopeText(scope, t)).join(', '),
    },
    {
      key: 'expires',
      label: label('expires'),
      width: 150,
      render: (token) => <Expiry at={token.expiresAt} />,
    },
    {
      key: 'used',
      label: label('used'),
      width: 84,
      align: 'end',
      quiet: true,
      render: (token) => (token.lastUsedAt === null ? t('tokens.never') : <TimeAgo at={token.lastUsedAt} />),
    },
    { key: 'end', label: '', width: 36, align: 'end', render: (token) => <EndToken token={token} /> },
  ]
}

function scopeText(scope: TokenView['scopes'][number], t: Translate): string {
  if (scope === 'account:admin') return t('tokens.admin')
  return `${t(`resources.${resourceOf(scope)}`)}: ${t(`actions.${actionOf(scope)}`)}`
}

function Expiry({ at }: { at: string }) {
  const { t } = useTranslation('admin')
  const now = useNow()
  return new Date(at).getTime() < now ? t('tokens.expired') : <DateTime at={at} />
}

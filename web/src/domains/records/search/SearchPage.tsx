import { Button, TextInput } from '@mantine/core'
import { IconArrowRight, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useDeletedRecords } from '../../../data/deleted-records.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { rebaseSearch } from '../../../ui/admin/rebase-search.ts'
import { useSearchText } from '../../../ui/admin/useSearchText.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import {
  Centred,
  Content,
  FilterBar,
  KeyHint,
  PageBar,
  PageFrame,
  StatusBar,
} from '../../../ui/frame/Frame.tsx'
import { useDelayed } from '../../../ui/grid/useDelayed.ts'
import { Kbd } from '../../../ui/Kbd.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { StateCard } from '../../../ui/StateCard.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { formatCount } from '../../../ui/time.ts'
import { recordsEn } from '../model/records.en.ts'
import { FoundObservables } from './FoundObservables.tsx'
import { FoundApps } from './FoundApps.tsx'
import { Results } from './Results.tsx'
import classes from './Search.module.css'
import { everywhereQuery } from './search.queries.ts'

addTexts('records', recordsEn)

interface Asked {
  q?: string
  app?: string
}

export function SearchPage() {
  const { t } = useTranslation('records')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const { q = '', app }: Asked = useSearch({ strict: false })
  const text = q.trim()
  const query = useInfiniteQuery(everywhereQuery(scope.tenantId, text, app))
  useDeletedRecords(scope.tenantId)
  const seen: Asked = { ...(q === '' ? {} : { q }), ...(app === undefined ? {} : { app }) }
  const go = (next: Asked) =>
    void navigate({ to: '.', search: (now: Asked) => rebaseSearch(seen, next, now), replace: true })
  const asked = (words: string | undefined): Asked => (words === undefined ? {} : { q: words })
  const [words, type] = useSearchText(seen.q, (next) => go(asked(next)))
  const typed = words.trim() === '' ? undefined : words.trim()
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const apps = query.data?.pages[0]?.apps ?? []
  const isLooking = useDelayed(query.isFetching && !query.isFetchingNextPage, 200)
  const nothing = query.isSuccess && items.length === 0 && !query.isPlaceholderData
  const chosen = apps.find((one) => one.id === app)
  useBreadcrumbs([{ label: t('everywhere.title') }])
  usePageTitle(text === '' ? t('everywhere.title') : `${text} · ${t('everywhere.title')}`)
  return (
    <PageFrame>
      <PageBar title={t('everywhere.title')} />
      <FilterBar
        end={
          chosen !== undefined && (
            <Button
              component={Link}
              to={paths.recordList(scope, chosen.id)}
              search={{ q: text } as never} // Paths make the URL, so the router doesn't know its route
              variant="subtle"
              rightSection={<IconArrowRight size={14} stroke={1.8} aria-hidden />}
            >
              {t('everywhere.inApp')}
            </Button>
          )
        }
      >
        <form
          role="search"
          className={classes.box}
          onSubmit={(event) => {
            event.preventDefault()
            if (typed !== seen.q) go(asked(typed))
          }}
        >
          <TextInput
            type="search"
            aria-label={t('everywhere.label')}
            placeholder={t('everywhere.hint')}
            leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
            value={words}
            autoFocus
            onChange={(event) => type(event.currentTarget.value)}
          />
        </form>
      </FilterBar>
      <Content>
        {text === '' ? (
          <Centred>
            <EmptyState title={t('everywhere.start')} text={t('everywhere.startText')} />
          </Centred>
        ) : query.isError ? (
          <Centred>
            <StateCard
              error={describeError(query.error)}
              title={t('everywhere.failed')}
              onRetry={() => void query.refetch()}
            />
          </Centred>
        ) : nothing && (app === undefined || apps.length === 0) ? (
          <Centred>
            <EmptyState title={t('everywhere.nothing')} text={t('everywhere.nothingText')} />
          </Centred>
        ) : (
          <div className={classes.page}>
            <FoundApps
              apps={apps}
              chosen={app}
              onChoose={(id) => go({ ...asked(typed), ...(id === undefined ? {} : { app: id }) })}
            />
            {nothing && <EmptyState title={t('everywhere.nothing')} text={t('everywhere.nothingText')} />}
            <Results
              items={items}
              busy={isLooking}
              waiting={query.isPending && isLooking}
              first={app === undefined && <FoundObservables text={text} />}
            >
              {query.hasNextPage && (
                <div className={classes.more}>
                  <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    {t('everywhere.more')}
                  </Button>
                </div>
              )}
            </Results>
          </div>
        )}
      </Content>
      <StatusBar end={<SearchKeys />}>
        {text !== '' && query.isSuccess && <FoundCount apps={apps} />}
      </StatusBar>
    </PageFrame>
  )
}

function FoundCount({ apps }: { apps: readonly { count: number; capped: boolean }[] }) {
  const { t } = useTranslation('records')
  const count = formatCount(apps.reduce((sum, one) => sum + one.count, 0))
  return (
    <span role="status">
      {t(apps.some((one) => one.capped) ? 'everywhere.countMore' : 'everywhere.count', { found: count })}
    </span>
  )
}

function SearchKeys() {
  const { t } = useTranslation('records')
  return (
    <>
      <KeyHint
        keys={
          <>
            <Kbd keys="J" />
            <Kbd keys="K" />
          </>
        }
      >
        {t('move')}
      </KeyHint>
      <KeyHint keys={<Kbd keys="↵" />}>{t('open')}</KeyHint>
    </>
  )
}

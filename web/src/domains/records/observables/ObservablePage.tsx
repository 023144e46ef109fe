import {
  type ObservableName,
  ObservableName as Name,
  type ObservableView,
} from '@caseloom/contract/records/observable-lookups'
import { defang } from '@caseloom/contract/values/observable-value'
import { useQuery } from '@tanstack/react-query'
import { useCanGoBack, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { Centred, Content, KeyHint, PageFrame, StatusBar } from '../../../ui/frame/Frame.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { PageLoading } from '../../../ui/frame/PageLoading.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { useKeyActions } from '../../../ui/shortcuts/registry.ts'
import { Shortcuts } from '../../../ui/shortcuts/Shortcuts.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { observableQuery } from '../verdicts/verdicts.queries.ts'
import { verdictsEn } from '../verdicts/verdicts.en.ts'
import { AboutObservable } from './AboutObservable.tsx'
import { EnrichOne } from './EnrichOne.tsx'
import { ListButtons } from './ListButtons.tsx'
import { observableListsEn } from './lists.en.ts'
import { LookupsTable } from './LookupsTable.tsx'
import classes from './ObservablePage.module.css'
import { ObservableHeader } from './ObservableHeader.tsx'
import { enrichEn } from './enrich.en.ts'
import { observablesEn } from './observables.en.ts'
import { observablePageEn } from './page.en.ts'
import { SeenRecords } from './SeenRecords.tsx'
import { SightingsChart } from './SightingsChart.tsx'
import { useListings } from './useListings.ts'
import { useFreshObservable } from './useFreshObservable.ts'

addTexts('verdicts', verdictsEn)
addTexts('observables', observablesEn)
addTexts('enrich', enrichEn)
addTexts('observable', observablePageEn)
addTexts('observableLists', observableListsEn)

/** One observable of all records that the reader can see; its kind and value are in the address. */
export function ObservablePage() {
  const { t } = useTranslation('observable')
  const scope = useTenantScope()
  const name = Name.safeParse(useSearch({ strict: false })).data
  useBreadcrumbs([{ label: t('search'), to: paths.search(scope) }, { label: t('observables') }])
  useBackKey()
  return name === undefined ? <Missing /> : <NamedObservable key={`${name.kind} ${name.value}`} name={name} />
}

function NamedObservable({ name }: { name: ObservableName }) {
  const { t } = useTranslation('observable')
  const { tenantId } = useTenantScope()
  const query = useQuery(observableQuery(tenantId, name))
  usePageTitle(defang(name.kind, name.value), t('title'))
  useFreshObservable(query.data)
  if (hasCode(query.error, 'resource.not_found')) return <Missing />
  if (query.isError && query.data === undefined)
    return (
      <PageFailure
        title={t('loadFailed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  if (query.data === undefined) return <PageLoading kind="record" />
  return <LoadedObservable one={query.data} />
}

function LoadedObservable({ one }: { one: ObservableView }) {
  const { t } = useTranslation('observable')
  const listings = useListings(one)
  return (
    <PageFrame>
      <ObservableHeader one={one}>
        <ListButtons listings={listings} />
        <EnrichOne one={one} />
      </ObservableHeader>
      <Content>
        <div className={classes.page}>
          <div className={classes.main}>
            <SightingsChart one={one} />
            <SeenRecords one={one} />
            <LookupsTable one={one} />
          </div>
          <AboutObservable one={one} listings={listings} />
        </div>
      </Content>
      <StatusBar
        end={
          <>
            <KeyHint keys={<Kbd keys="N" />}>{t('keys.enrich')}</KeyHint>
            <KeyHint keys={<Kbd keys="Y" />}>{t('keys.copy')}</KeyHint>
            <KeyHint keys={<Kbd keys="Esc" />}>{t('keys.back')}</KeyHint>
            <Shortcuts />
          </>
        }
      >
        {t('found', { count: one.records })}
      </StatusBar>
    </PageFrame>
  )
}

function Missing() {
  const { t } = useTranslation('observable')
  return (
    <PageFrame>
      <Content>
        <Centred>
          <EmptyState title={t('missing')} text={t('missingText')} />
        </Centred>
      </Content>
    </PageFrame>
  )
}

/** Escape goes back to where the page was opened from; to the search when it was opened by its address. */
function useBackKey(): void {
  const { t } = useTranslation('observable')
  const scope = useTenantScope()
  const canGoBack = useCanGoBack()
  const router = useRouter()
  const navigate = useNavigate()
  const run = () => (canGoBack ? router.history.back() : void navigate({ to: paths.search(scope) }))
  useKeyActions([{ keys: ['Esc'], label: t('back'), run }])
}

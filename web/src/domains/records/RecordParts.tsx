import type { AppView } from '@caseloom/contract/apps/apps'
import type { LayoutSection } from '@caseloom/contract/apps/layout'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { RecordView } from '@caseloom/contract/records/records'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { usePeople } from '../../data/people.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { Content } from '../../ui/frame/Frame.tsx'
import { TabBar, tabPanelProps } from '../../ui/frame/TabBar.tsx'
import { attackEventsQuery } from './attack/attack.queries.ts'
import { useEventKeys } from './attack/useEventKeys.ts'
import { observablesCount } from './case/observables-fields.ts'
import { SimilarRecords } from './case/SimilarRecords.tsx'
import { CommentThread } from './comments/CommentThread.tsx'
import { threadQuery } from './comments/comments.queries.ts'
import { recordFilesQuery } from './files/files.queries.ts'
import { RecordFiles } from './files/RecordFiles.tsx'
import { RecordRelated } from './links/RecordRelated.tsx'
import { cameAsMail, mailFiles } from './mail/mail-files.ts'
import { MergedRecords } from './merge/MergedRecords.tsx'
import { FIRST_TAB, layoutTabs, OBSERVABLES_TAB, tabOfFaults } from './model/layout-tabs.ts'
import { relatedQuery } from './model/links.queries.ts'
import classes from './model/Records.module.css'
import { useLiveRuns } from './model/useLiveRuns.ts'
import { SIMILAR_TAB } from './similar/similar-tab.ts'
import { RecordRuns } from './RecordRuns.tsx'
import { RecordTimeline } from './RecordTimeline.tsx'

const RecordMail = lazy(async () => ({ default: (await import('./mail/RecordMail.tsx')).RecordMail }))
const ObservablesTab = lazy(async () => ({
  default: (await import('./observables/ObservablesTab.tsx')).ObservablesTab,
}))
const SimilarTab = lazy(async () => ({ default: (await import('./similar/SimilarTab.tsx')).SimilarTab }))
const route = getRouteApi('/account/$accountId/tenant/$tenantId/record/$appId/$recordId')

interface RecordPartsProps {
  app: AppView
  /** As the form shows it now. */
  layout: readonly LayoutSection[]
  record: RecordView
  people: ReturnType<typeof usePeople>
  /** Fields whose values were rejected: a tab that has one is opened. */
  faulty: readonly string[]
  /** The form, on a tab of the layout. */
  children: (tab: string) => ReactNode
}

/** One row of tabs: those of the app's layout first, then what every record has. */
export function RecordParts({ app, layout, record, people, faulty, children }: RecordPartsProps) {
  const { t } = useTranslation('records')
  const forms = layoutTabs(layout)
  const ofForm = forms.map(({ key, name }) => ({
    key,
    label: name ?? t(forms.length === 1 ? 'page.details' : 'details.first'),
  }))
  const mail = useMailTab(app, record)
  const others = useRecordTabs(app, record)
  const tabs = mail.isFirst ? [...mail.tabs, ...ofForm, ...others] : [...ofForm, ...mail.tabs, ...others]
  const { value, choose } = useTab(tabs)
  useFaultyTab({ layout, faulty, value, choose })
  useAttackKeys(app.id, record.id)
  const isForm = forms.some(({ key }) => key === value)
  return (
    <>
      <TabBar label={t('page.tabs')} tabs={tabs} value={value} onChange={choose} prefix="record" />
      <Content padding={isGrid(value) ? 'none' : 'record'}>
        <div {...tabPanelProps('record', value)} className={isGrid(value) ? classes.fill : classes.page}>
          {isForm && children(value)}
          {value === 'email' && (
            <Suspense fallback={null}>
              <RecordMail app={app} record={record} />
            </Suspense>
          )}
          {value === OBSERVABLES_TAB && (
            <Suspense fallback={null}>
              <ObservablesTab app={app} record={record} />
            </Suspense>
          )}
          {value === SIMILAR_TAB && (
            <Suspense fallback={null}>
              <SimilarTab app={app} record={record} />
            </Suspense>
          )}
          {value === 'timeline' && <RecordTimeline app={app} recordId={record.id} people={people} />}
          {value === 'comments' && <RecordComments appId={app.id} recordId={record.id} />}
          {value === 'files' && <RecordFiles app={app} recordId={record.id} />}
          {value === 'related' && <Related app={app} record={record} />}
          {value === 'runs' && <RecordRuns recordId={record.id} />}
        </div>
      </Content>
    </>
  )
}

const isGrid = (tab: string) => tab === 'runs' || tab === OBSERVABLES_TAB || tab === SIMILAR_TAB

function useTab(tabs: readonly { key: string }[]) {
  const { tab } = route.useSearch()
  const navigate = useNavigate()
  const first = tabs[0]?.key ?? FIRST_TAB
  const value = tab !== undefined && tabs.some((one) => one.key === tab) ? tab : first
  const choose = (key: string) =>
    void navigate({ to: '.', search: key === first ? {} : { tab: key }, replace: true })
  return { value, choose }
}

interface FaultyTab extends Pick<RecordPartsProps, 'layout' | 'faulty'> {
  value: string
  choose: (tab: string) => void
}

/** A field that was rejected on another tab is shown, whichever tab is open. */
function useFaultyTab({ layout, faulty, value, choose }: FaultyTab) {
  const show = useEffectEvent(() => {
    const tab = tabOfFaults(layout, faulty, value)
    if (tab !== null) choose(tab)
  })
  const rejected = faulty.join(' ')
  useEffect(() => {
    if (rejected !== '') show()
  }, [rejected])
}

function useAttackKeys(appId: string, recordId: string) {
  const { tenantId } = useTenantScope()
  useEventKeys(useQuery(attackEventsQuery({ tenantId, appId, recordId })).data?.items ?? [])
}

/** First when the record came as an email: that is known with the record, so that no tab moves. */
function useMailTab(app: AppView, record: RecordView) {
  const { t } = useTranslation('records')
  const { tenantId } = useTenantScope()
  const files = useQuery(recordFilesQuery({ tenantId, appId: app.id, recordId: record.id })).data?.items
  const isFirst = cameAsMail(app, record)
  const hasMail = isFirst || mailFiles(files ?? []).length > 0
  return { isFirst, tabs: hasMail ? [{ key: 'email', label: t('page.email') }] : [] }
}

/** With the counts of comments, files, links, and runs, once they are known. */
function useRecordTabs(app: AppView, record: RecordView) {
  const { t } = useTranslation('records')
  const { tenantId } = useTenantScope()
  const mayReadRuns = useMay('run:read')
  const [appId, recordId] = [app.id, record.id]
  const place = { tenantId, appId, recordId }
  const observables = observablesCount(app, record)
  const comments = useInfiniteQuery(threadQuery({ ...place, field: null })).data?.pages[0]?.total
  const files = useQuery(recordFilesQuery(place)).data?.items.length
  const related = useQuery(relatedQuery(place)).data?.reduce((sum, group) => sum + group.total, 0)
  const runs = useLiveRuns(recordId)
  return [
    ...similarTab(record, t('page.similar')),
    { key: 'timeline', label: t('page.timeline') },
    ...(observables === null
      ? []
      : [{ key: OBSERVABLES_TAB, label: t('page.observables'), count: observables }]),
    { key: 'comments', label: t('page.comments'), ...counted(comments) },
    { key: 'files', label: t('page.files'), ...counted(files) },
    { key: 'related', label: t('page.related'), ...counted(related) },
    ...(mayReadRuns
      ? [{ key: 'runs', label: t('page.runs'), ...counted(runs?.count), isCapped: runs?.hasMore === true }]
      : []),
  ]
}

/** Where something was folded into the record. */
function similarTab({ similar }: RecordView, label: string) {
  const folded = similar?.folded ?? 0
  return folded === 0 ? [] : [{ key: SIMILAR_TAB, label, count: folded }]
}

function counted(count: number | undefined): { count?: number } {
  return count === undefined ? {} : { count }
}

function RecordComments({ appId, recordId }: { appId: string; recordId: string }) {
  const { tenantId } = useTenantScope()
  return <CommentThread place={{ tenantId, appId, recordId, field: null }} />
}

function Related({ app, record }: Pick<RecordPartsProps, 'app' | 'record'>) {
  return (
    <>
      <MergedRecords record={record} />
      <RecordRelated appId={app.id} recordId={record.id} />
      {app.fields.some((field) => fieldTraits(field).observables) && (
        <SimilarRecords appId={app.id} recordId={record.id} />
      )}
    </>
  )
}

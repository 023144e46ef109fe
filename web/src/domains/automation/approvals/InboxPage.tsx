// Questions to people: inbox, question, and the page behind a link.
import { ApprovalKind, type ApprovalSummary } from '@caseloom/contract/automation/approvals'
import { Select } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePagedList } from '../../../data/list-state.ts'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { Content, FilterBar, PageFrame } from '../../../ui/frame/Frame.tsx'
import { tabPanelProps } from '../../../ui/frame/TabBar.tsx'
import { ListGrid } from '../../../ui/list-page/ListGrid.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { formatCount } from '../../../ui/time.ts'
import classes from '../shared/Automation.module.css'
import { automationEn } from '../shared/automation.en.ts'
import { ChoiceFilter } from '../../../ui/admin/ChoiceFilter.tsx'
import { ORCHESTRATION_TABS, OrchestrationTabs } from '../shared/OrchestrationTabs.tsx'
import { ListStatus } from '../shared/ListStatus.tsx'
import { questionColumns } from './question-columns.tsx'
import { peopleEn } from './people.en.ts'
import { BOXES, type InboxFilter, questionsQuery } from '../shared/people.queries.ts'

addTexts('automation', automationEn)
addTexts('people', peopleEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/orchestration/inbox')

export function InboxPage() {
  const { t } = useTranslation('people')
  const { t: word } = useTranslation('automation')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const filter = filterOf(route.useSearch())
  const { box, state, kind } = filter
  const mine = box === 'mine'
  const list = usePagedList(useInfiniteQuery(questionsQuery(scope.tenantId, filter)))
  const columns = useMemo(() => questionColumns(t), [t])
  useBreadcrumbs([{ label: word('orchestration'), to: paths.orchestration(scope) }, { label: t('inbox') }])
  usePageTitle(t('inbox'), word('orchestration'))
  return (
    <PageFrame>
      <OrchestrationTabs value="inbox" />
      <div {...tabPanelProps(ORCHESTRATION_TABS, 'inbox')} className={classes.column}>
        <Filters filter={filter} />
        <Content>
          <div className={classes.panel}>
            <ListGrid<ApprovalSummary>
              label={t('inbox')}
              columns={columns}
              list={list}
              rowKey={keyOf}
              errorTitle={t('list.failed')}
              filtered={state !== undefined || kind !== undefined}
              onClearFilters={() => void navigate({ to: '.', search: mine ? {} : { box }, replace: true })}
              empty={
                <EmptyState
                  title={t(mine ? 'list.none' : 'list.noneElse')}
                  text={t(mine ? 'list.noneText' : 'list.noneElseText')}
                />
              }
              onOpen={(one) => void navigate({ to: paths.question(scope, one.id) })}
            />
          </div>
        </Content>
        <ListStatus>
          {list.isLoaded &&
            t(list.hasMore ? 'list.countMore' : 'list.count', {
              count: list.rows.length,
              shown: formatCount(list.rows.length),
            })}
        </ListStatus>
      </div>
    </PageFrame>
  )
}

const keyOf = (one: ApprovalSummary) => one.id

function filterOf(search: { box?: string; state?: string; kind?: string }): InboxFilter {
  const state = STATES.find((one) => one === search.state)
  const kind = ApprovalKind.options.find((one) => one === search.kind)
  return {
    box: BOXES.find((one) => one === search.box) ?? 'mine',
    ...(state === undefined ? {} : { state }),
    ...(kind === undefined ? {} : { kind }),
  }
}

const STATES = ['open', 'over'] as const

function Filters({ filter }: { filter: InboxFilter }) {
  const { t } = useTranslation('people')
  const navigate = useNavigate()
  const mayReadRuns = useMay('run:read')
  const { box, state, kind } = filter
  const show = (next: { box: string; state?: string | undefined; kind?: string | undefined }) => {
    const set = Object.entries(next).filter(
      ([key, value]) => value !== undefined && !(key === 'box' && value === 'mine'),
    )
    void navigate({ to: '.', search: Object.fromEntries(set), replace: true })
  }
  return (
    <FilterBar>
      <Select
        aria-label={t('filter.label')}
        data={BOXES.filter((one) => one !== 'all' || mayReadRuns).map((value) => ({
          value,
          label: t(`boxes.${value}`),
        }))}
        value={box}
        allowDeselect={false}
        w={168}
        onChange={(next) => show({ box: next ?? 'mine', kind })}
      />
      {box !== 'mine' && (
        <ChoiceFilter
          field={t('filter.state')}
          value={state}
          choices={STATES.map((value) => ({ value, label: t(`filter.${value}`) }))}
          onChange={(next) => show({ box, state: next, kind })}
        />
      )}
      <ChoiceFilter
        field={t('filter.kind')}
        value={kind}
        choices={ApprovalKind.options.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChange={(next) => show({ box, state, kind: next })}
      />
    </FilterBar>
  )
}

import type { SessionView } from '@caseloom/contract/identity/identity'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Outlet, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAssistantLook } from '../data/assistant-slot.ts'
import { startHubs } from '../data/hubs.ts'
import {
  type QuestionAnswerProps,
  type RecordQuestionsProps,
  RecordQuestionsSlot,
} from '../data/record-questions-slot.ts'
import { RecordWidgetSlot } from '../data/record-widget-slot.ts'
import { type TenantScope, TenantScopeContext } from '../data/scope.tsx'
import { sessionQuery } from '../data/session.ts'
import { usePageWantsRail } from '../ui/frame/wants-rail.ts'
import { guessZone, isZone, setTimeLocale } from '../ui/time.ts'
import { ZoneContext } from '../ui/Times.tsx'
import { Sidebar } from './Sidebar.tsx'
import classes from './TenantShell.module.css'
import { Toolbar } from './Toolbar.tsx'
import { useRightsWatch } from './useRightsWatch.ts'
import { useSessionWatch } from './useSessionWatch.ts'
import { useSidebar } from './useSidebar.ts'

const route = getRouteApi('/account/$accountId/tenant/$tenantId')
const ConnectionStrip = lazy(() =>
  import('./ConnectionStrip.tsx').then((module) => ({ default: module.ConnectionStrip })),
)
const loadHero = () => import('../domains/assistant/HeroPanel.tsx')
const HeroPanel = lazy(() => loadHero().then((module) => ({ default: module.HeroPanel })))
const RecordWidget = lazy(() =>
  import('../domains/workspaces/RecordWidget.tsx').then((module) => ({ default: module.RecordWidget })),
)
const RecordQuestions = lazy(() =>
  import('../domains/automation/approvals/RecordQuestions.tsx').then((module) => ({
    default: module.RecordQuestions,
  })),
)
const QuestionAnswer = lazy(() =>
  import('../domains/automation/approvals/QuestionAnswer.tsx').then((module) => ({
    default: module.QuestionAnswer,
  })),
)
const QUESTIONS = {
  beside: (props: RecordQuestionsProps) => <RecordQuestions {...props} />,
  answer: (props: QuestionAnswerProps) => <QuestionAnswer {...props} />,
}
const Branding = lazy(() => import('./Branding.tsx').then((module) => ({ default: module.Branding })))

function scopeOf(session: SessionView, accountId: string, tenantId: string): TenantScope {
  const tenant = session.tenants.find((each) => each.id === tenantId)
  const account = session.accounts.find((each) => each.id === accountId)
  return {
    accountId,
    tenantId,
    tenantName: tenant?.name ?? '',
    userId: account?.userId ?? '',
    userName: session.user.name,
    timeZone: isZone(session.user.timeZone) ? session.user.timeZone : guessZone(),
    permissions: new Set(tenant?.permissions ?? []),
    flags: session.flags,
  }
}

/** The frame of every page inside a tenant; connects the tenant's hubs. */
export function TenantShell() {
  const { accountId, tenantId } = route.useParams()
  const atEntry = route.useRouteContext().session
  const latest = useQuery(sessionQuery).data
  const session = latest ?? atEntry
  useSessionWatch(latest, accountId, tenantId)
  setTimeLocale(session.user.locale)
  const client = useQueryClient()
  const { t } = useTranslation('shell')
  const scope = useMemo(() => scopeOf(session, accountId, tenantId), [session, accountId, tenantId])
  useRightsWatch(scope)
  const routeWantsRail = useMatches({
    select: (matches) => matches.some((match) => match.staticData.rail === true),
  })
  const wantsRail = usePageWantsRail() || routeWantsRail
  const assistant = useAssistantLook(tenantId)
  const mayAsk = scope.flags.HeroAi && scope.permissions.has('assistant:use')
  const hasAssistant = assistant !== 'closed' && mayAsk
  useHeroAhead(mayAsk)
  const sidebar = useSidebar(wantsRail || (hasAssistant && assistant === 'docked'))
  useEffect(() => {
    void startHubs(client, tenantId)
  }, [client, tenantId])
  return (
    <TenantScopeContext value={scope}>
      <ZoneContext value={scope.timeZone}>
        <a className={classes.skip} href="#page">
          {t('nav.skip')}
        </a>
        <div className={classes.shell} data-rail={sidebar.rail || undefined}>
          <Sidebar session={session} rail={sidebar.rail} />
          <div className={classes.column}>
            <Toolbar session={session} onToggleSidebar={sidebar.toggle} sidebarOpen={!sidebar.rail} />
            <Suspense fallback={null}>
              <ConnectionStrip />
            </Suspense>
            <RecordWidgetSlot value={RecordWidget}>
              <RecordQuestionsSlot value={QUESTIONS}>
                <BesideContent hasAssistant={hasAssistant} tenantId={tenantId} />
              </RecordQuestionsSlot>
            </RecordWidgetSlot>
          </div>
        </div>
        <Suspense fallback={null}>
          <Branding accountId={accountId} />
        </Suspense>
      </ZoneContext>
    </TenantScopeContext>
  )
}

/** Preloads the assistant's code when the browser is idle, so that it opens without a delay. */
function useHeroAhead(mayAsk: boolean): void {
  useEffect(() => {
    if (!mayAsk) return
    // A failed preload is retried, and its failure shown, when the assistant is opened.
    const load = () => void loadHero().catch(() => undefined)
    if ('requestIdleCallback' in window) requestIdleCallback(load)
    else setTimeout(load, 1000)
  }, [mayAsk])
}

function BesideContent({ hasAssistant, tenantId }: { hasAssistant: boolean; tenantId: string }) {
  return (
    <div className={classes.beside}>
      <main id="page" className={classes.page} tabIndex={-1}>
        <Outlet />
      </main>
      {hasAssistant && (
        <Suspense fallback={null}>
          <HeroPanel key={tenantId} />
        </Suspense>
      )}
    </div>
  )
}

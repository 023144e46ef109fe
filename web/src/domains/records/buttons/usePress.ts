import type { Statement } from '@caseloom/contract/kernel/statements'
import type { ButtonView, Started } from '@caseloom/contract/automation/triggers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { openStatement } from '../../../data/open-statement.ts'
import { paths } from '../../../data/paths.ts'
import { runOutcome } from '../../../data/run-outcome.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { toast } from '../../../ui/toast.tsx'
import { buttonsEn } from './buttons.en.ts'
import { press } from './buttons.queries.ts'
import { refetchRecordRuns } from '../model/records.queries.ts'

addTexts('buttons', buttonsEn)

interface Pressing {
  start: (button: ButtonView) => void
  /** The button whose run is being started. */
  pressed: string | null
  /** What a press asks for first; `PressAsked` renders it. */
  asking: Asking | null
}

export interface Asking {
  button: ButtonView
  statement: Statement | null
  /** What it does is shown in any case. */
  previews: boolean
  onClose: () => void
  onStarted: (started: Started) => void
}

interface PressOptions {
  onEnd?: () => void
  /** Each press is confirmed in a dialog that says what it does. */
  previews?: boolean
}

/** Presses buttons for a record, those that ask for something after a dialog. */
export function usePress(recordId: string, { onEnd, previews = false }: PressOptions = {}): Pressing {
  const [asking, setAsking] = useState<ButtonView | null>(null)
  const [statement, setStatement] = useState<Statement | null>(null)
  const notice = useStartedNotice()
  const report = (button: ButtonView, started: Started) => {
    notice(button, started)
    onEnd?.()
  }
  const ask = (button: ButtonView, unconfirmed: Statement | null) => {
    setStatement(unconfirmed)
    setAsking(button)
  }
  const pressing = usePressing(recordId, { report, ask, ...(onEnd === undefined ? {} : { end: onEnd }) })
  const close = () => {
    setAsking(null)
    onEnd?.()
  }
  return {
    start: (button) =>
      !previews && button.confirm === null && button.inputs === null && button.statement === null
        ? pressing.mutate(button)
        : ask(button, button.statement),
    pressed: pressing.isPending ? pressing.variables.id : null,
    asking:
      asking === null
        ? null
        : {
            button: asking,
            statement,
            previews,
            onClose: close,
            onStarted: (started) => {
              setAsking(null)
              report(asking, started)
            },
          },
  }
}

interface Answers {
  report: (button: ButtonView, started: Started) => void
  ask: (button: ButtonView, unconfirmed: Statement) => void
  end?: () => void
}

/** Starts immediately, unless the server asks for confirmation first. */
function usePressing(recordId: string, { report, ask, end }: Answers) {
  const { tenantId } = useTenantScope()
  const { t } = useTranslation('buttons')
  return useMutation({
    mutationFn: (button: ButtonView) => press(tenantId, button.id, { recordId, inputs: {} }),
    onSuccess: (started, button) => report(button, started),
    onError: (error, button) => {
      const unconfirmed = openStatement(error)
      if (unconfirmed !== null) return ask(button, unconfirmed)
      toast({ kind: 'error', title: t('failed', { label: button.label }), text: describeError(error).text })
      end?.()
    },
  })
}

function useStartedNotice(): (button: ButtonView, started: Started) => void {
  const { t } = useTranslation('buttons')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const mayRead = useMay('run:read')
  const client = useQueryClient()
  return ({ label }, started) => {
    void client.invalidateQueries({ queryKey: keys.kind(scope.tenantId, 'runs') })
    refetchRecordRuns(client, scope.tenantId)
    if (started.outcome !== 'accepted' && started.outcome !== 'duplicate') {
      toast({ kind: 'error', title: t('filtered', { label }), text: started.reason })
      return
    }
    const { runId } = started
    const open = mayRead
      ? { action: { label: t('openRun'), run: () => void navigate({ to: paths.run(scope, runId) }) } }
      : {}
    const title = t(started.outcome === 'accepted' ? 'started' : 'known', { label })
    toast({ kind: 'info', title, for: 8_000, ...open })
    if (!mayRead) return
    void runOutcome(scope.tenantId, runId).then((state) => {
      if (state === null || state === 'queued' || state === 'running') return
      void client.invalidateQueries({ queryKey: keys.kind(scope.tenantId, 'runs') })
      refetchRecordRuns(client, scope.tenantId)
      const kind = state === 'succeeded' ? 'success' : state === 'failed' ? 'error' : 'info'
      toast({ kind, title: t(`ended.${state}`, { label }), for: 8_000, ...open })
    })
  }
}

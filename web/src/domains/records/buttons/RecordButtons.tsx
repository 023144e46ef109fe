import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import type { Statement } from '@caseloom/contract/kernel/statements'
import type { ButtonView, Started } from '@caseloom/contract/automation/triggers'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
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
import { isButtonOffered } from '../logic/app-by-logic.ts'
import { buttonsEn } from './buttons.en.ts'
import { buttonsQuery, press } from './buttons.queries.ts'
import { PressDialog } from './PressDialog.tsx'

addTexts('buttons', buttonsEn)

const MAX_SHOWN = 2

interface RecordButtonsProps {
  app: AppView
  /** The one button that is shown, where the layout has it; absent for all that the layout doesn't place. */
  only?: string
  record: RecordView
  /** What the workflow of the app decided; null without one. */
  outcome: FormOutcome | null
}

export function RecordButtons(props: RecordButtonsProps) {
  const mayRun = useMay('playbook:run')
  return mayRun ? <Buttons {...props} /> : null
}

function Buttons({ app, record, outcome, only }: RecordButtonsProps) {
  const { tenantId } = useTenantScope()
  const all = useQuery(buttonsQuery(tenantId, app.id)).data ?? []
  const isHere = (id: string) => (only === undefined ? !isPlaced(app, id) : id === only)
  const buttons = all.filter(({ id }) => isHere(id) && isButtonOffered(outcome, id))
  const [asking, setAsking] = useState<ButtonView | null>(null)
  const [statement, setStatement] = useState<Statement | null>(null)
  const tell = useStartedNotice()
  const ask = (button: ButtonView, unconfirmed: Statement | null) => {
    setStatement(unconfirmed)
    setAsking(button)
  }
  const pressing = usePressing(record, { tell, ask })
  const start = (button: ButtonView) =>
    button.confirm === null && button.inputs === null && button.statement === null
      ? pressing.mutate(button)
      : ask(button, button.statement)
  return (
    <>
      {buttons.length > MAX_SHOWN ? (
        <ButtonsMenu buttons={buttons} onStart={start} />
      ) : (
        buttons.map((button) => (
          <Button
            key={button.id}
            leftSection={<IconPlayerPlay size={14} stroke={1.7} aria-hidden />}
            title={button.playbook.title}
            loading={pressing.isPending && pressing.variables.id === button.id}
            onClick={() => start(button)}
          >
            {button.label}
          </Button>
        ))
      )}
      {asking !== null && (
        <PressDialog
          appId={app.id}
          button={asking}
          statement={statement}
          recordId={record.id}
          onClose={() => setAsking(null)}
          onStarted={(started) => {
            setAsking(null)
            tell(asking, started)
          }}
        />
      )}
    </>
  )
}

/** Whether the layout has a button among its fields; the others are at the record's head. */
function isPlaced(app: AppView, id: string): boolean {
  return app.layout.some(({ blocks = [] }) =>
    blocks.some((one) => one.kind === 'button' && one.button === id),
  )
}

interface Answers {
  tell: (button: ButtonView, started: Started) => void
  ask: (button: ButtonView, unconfirmed: Statement) => void
}

/** Starts immediately, unless the server asks for confirmation first. */
function usePressing(record: RecordView, { tell, ask }: Answers) {
  const { tenantId } = useTenantScope()
  const { t } = useTranslation('buttons')
  return useMutation({
    mutationFn: (button: ButtonView) => press(tenantId, button.id, { recordId: record.id, inputs: {} }),
    onSuccess: (started, button) => tell(button, started),
    onError: (error, button) => {
      const unconfirmed = openStatement(error)
      if (unconfirmed === null)
        toast({ kind: 'error', title: t('failed', { label: button.label }), text: describeError(error).text })
      else ask(button, unconfirmed)
    },
  })
}

function ButtonsMenu({
  buttons,
  onStart,
}: {
  buttons: readonly ButtonView[]
  onStart: (button: ButtonView) => void
}) {
  const { t } = useTranslation('buttons')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          leftSection={<IconPlayerPlay size={14} stroke={1.7} aria-hidden />}
          rightSection={<IconChevronDown size={14} stroke={1.7} aria-hidden />}
        >
          {t('menu')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {buttons.map((button) => (
          <Menu.Item key={button.id} title={button.playbook.title} onClick={() => onStart(button)}>
            {button.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function useStartedNotice(): (button: ButtonView, started: Started) => void {
  const { t } = useTranslation('buttons')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const mayRead = useMay('run:read')
  const client = useQueryClient()
  return ({ label }, started) => {
    void client.invalidateQueries({ queryKey: keys.kind(scope.tenantId, 'runs') })
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
      const kind = state === 'succeeded' ? 'success' : state === 'failed' ? 'error' : 'info'
      toast({ kind, title: t(`ended.${state}`, { label }), for: 8_000, ...open })
    })
  }
}

import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import type { ButtonView } from '@caseloom/contract/automation/triggers'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { isButtonOffered } from '../logic/app-by-logic.ts'
import { buttonsEn } from './buttons.en.ts'
import { buttonsQuery } from './buttons.queries.ts'
import { PressAsked } from './PressAsked.tsx'
import { usePress } from './usePress.ts'

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
  const { start, pressed, asking } = usePress(record.id)
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
            loading={pressed === button.id}
            onClick={() => start(button)}
          >
            {button.label}
          </Button>
        ))
      )}
      <PressAsked appId={app.id} recordId={record.id} asking={asking} />
    </>
  )
}

/** Whether the layout has a button among its fields; the others are at the record's head. */
function isPlaced(app: AppView, id: string): boolean {
  return app.layout.some(({ blocks = [] }) =>
    blocks.some((one) => one.kind === 'button' && one.button === id),
  )
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

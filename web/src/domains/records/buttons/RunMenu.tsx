import type { AppView } from '@caseloom/contract/apps/apps'
import type { ButtonView } from '@caseloom/contract/automation/triggers'
import type { RecordView } from '@caseloom/contract/records/records'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { Button } from '@mantine/core'
import { IconChevronDown, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PickMenu } from '../../../ui/pick/PickMenu.tsx'
import type { PickItem } from '../../../ui/pick/pick-items.ts'
import { useKeyActions } from '../../../ui/shortcuts/registry.ts'
import { statementEn } from '../../../ui/statement/statement.en.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { buttonsEn } from './buttons.en.ts'
import { asksApproval, doesOf } from './does-of.ts'
import { PressAsked } from './PressAsked.tsx'
import classes from './RunMenu.module.css'
import { RUN_KEY, useHeaderButtons } from './useHeaderButtons.ts'
import { usePress } from './usePress.ts'

addTexts('buttons', buttonsEn)
addTexts('statement', statementEn)

interface RunMenuProps {
  app: AppView
  record: RecordView
  /** What the workflow of the app decided; null without one. */
  outcome: FormOutcome | null
}

/** The buttons of a record that its layout doesn't place, each with what it does. */
export function RunMenu({ app, record, outcome }: RunMenuProps) {
  const { t } = useTranslation('buttons')
  const buttons = useHeaderButtons(app, outcome)
  const [opened, setOpened] = useState(false)
  const { start, asking } = usePress(record.id, { previews: true })
  const isOffered = buttons.length > 0
  useKeyActions(isOffered ? [{ keys: [RUN_KEY], label: t('key'), run: () => setOpened(true) }] : [])
  const [picked, setPicked] = useState<ButtonView | null>(null)
  const startPicked = () => {
    if (picked !== null) start(picked)
    setPicked(null)
  }
  return (
    <>
      {isOffered && (
        <PickMenu
          opened={opened}
          onChange={setOpened}
          title={t('menu.title')}
          opensWith={RUN_KEY}
          items={buttons.map((button) => itemOf(button, t))}
          chosen={[]}
          onPick={(id) => setPicked(buttons.find((one) => one.id === id) ?? null)}
          onClosed={startPicked}
          width={430}
          position="bottom-end"
        >
          <Button
            leftSection={<IconPlayerPlay size={14} stroke={1.7} aria-hidden />}
            rightSection={<IconChevronDown size={14} stroke={1.7} aria-hidden />}
            aria-haspopup="dialog"
            aria-expanded={opened}
            aria-keyshortcuts={RUN_KEY}
            onClick={() => setOpened(!opened)}
          >
            {t('run')}
          </Button>
        </PickMenu>
      )}
      <PressAsked appId={app.id} recordId={record.id} asking={asking} />
    </>
  )
}

function itemOf(button: ButtonView, t: (key: string) => string): PickItem {
  const asks = asksApproval(button)
  const about = doesOf(button, asks ? 'askApproval' : undefined)
  const hint = asks ? 'menu.approval' : button.inputs === null ? null : 'menu.inputs'
  return {
    value: button.id,
    label: button.label,
    about,
    ...(hint === null ? {} : { hint: t(hint) }),
    shown: (
      <span className={classes.action}>
        <span className={classes.label}>{button.label}</span>
        {about !== button.label && <span className={classes.does}>{about}</span>}
      </span>
    ),
  }
}

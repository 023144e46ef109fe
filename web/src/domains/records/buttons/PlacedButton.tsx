import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { isButtonOffered } from '../logic/app-by-logic.ts'
import { buttonsEn } from './buttons.en.ts'
import { buttonsQuery } from '../model/app-buttons.queries.ts'
import { PressAsked } from './PressAsked.tsx'
import { usePress } from './usePress.ts'

addTexts('buttons', buttonsEn)

interface PlacedButtonProps {
  app: AppView
  id: string
  record: RecordView
  /** What the workflow of the app decided; null without one. */
  outcome: FormOutcome | null
}

/** A button where the layout has it; the others are in the run menu. */
export function PlacedButton(props: PlacedButtonProps) {
  const mayRun = useMay('playbook:run')
  return mayRun ? <Offered {...props} /> : null
}

function Offered({ app, id, record, outcome }: PlacedButtonProps) {
  const { tenantId } = useTenantScope()
  const all = useQuery(buttonsQuery(tenantId, app.id)).data ?? []
  const button = all.find((one) => one.id === id && isButtonOffered(outcome, id))
  const { start, pressed, asking } = usePress(record.id)
  return (
    <>
      {button !== undefined && (
        <Button
          leftSection={<IconPlayerPlay size={14} stroke={1.7} aria-hidden />}
          title={button.playbook.title}
          loading={pressed === button.id}
          onClick={() => start(button)}
        >
          {button.label}
        </Button>
      )}
      <PressAsked appId={app.id} recordId={record.id} asking={asking} />
    </>
  )
}

import { ActionIcon, Popover } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { workflowEn } from '../../../field-types/workflow/workflow.en.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import classes from './Logic.module.css'
import { logicEn } from './logic.en.ts'
import { useLogic } from './logic-context.ts'
import { WhyAnswer } from './WhyAnswer.tsx'
import { aspectsOf, split } from './why-of.ts'

addTexts('workflow', workflowEn)
addTexts('logic', logicEn)

interface WhyItemProps {
  /** Such as `field:status`, `button:ID`, or `message:ID`. */
  item: string
  /** Of what is no field. */
  name?: string
  /** Beside the text that it is about, and always visible. */
  inline?: boolean
}

/** The button that says why an item is as it is; also opened by `?` on a field, and by the context menu. */
export function WhyItem({ item, name, inline = false }: WhyItemProps) {
  const { t } = useTranslation('logic')
  const logic = useLogic()
  if (logic === null || logic.outcome === null) return null
  const { app, outcome, wrote, asked, ask } = logic
  const aspects = aspectsOf(outcome, item, new Set(wrote.keys()))
  const isOpen = asked?.item === item
  // What no rule is about has no reason to show, unless it is asked.
  if (aspects.length === 0 && !isOpen) return null
  const [kind, key] = split(item)
  const label = name ?? app.fields.find((field) => field.key === key)?.label ?? key
  const wanted = asked?.aspect
  const aspect = wanted !== undefined && aspects.includes(wanted) ? wanted : (aspects[0] ?? null)
  return (
    <Popover
      opened={isOpen}
      onChange={(open) => ask(open ? { item } : null)}
      position="bottom-end"
      width={408}
      withArrow
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <ActionIcon
          className={(inline ? classes.whyInline : classes.why) ?? ''}
          size={inline ? 20 : 24}
          aria-label={t(kind === 'message' ? 'whyMessage' : 'whyItem', { name: label })}
          aria-expanded={isOpen}
          onClick={() => ask(isOpen ? null : { item })}
        >
          <IconHelpCircle size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t(`questions.${aspect ?? 'none'}`)}>
        {isOpen && <WhyAnswer item={item} aspect={aspect} aspects={aspects} logic={{ ...logic, outcome }} />}
      </Popover.Dropdown>
    </Popover>
  )
}

import type { AppView } from '@caseloom/contract/apps/apps'
import type { FormMessage, FormOutcome } from '@caseloom/workflow/form-context'
import { IconAlertTriangleFilled, IconExclamationCircleFilled, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../../data/people.ts'
import { filterSubjects } from '../../../field-types/parts/filter-choices.ts'
import { messageWords } from '../../../field-types/workflow/rule-words.ts'
import classes from './Logic.module.css'
import { useLogic } from './logic-context.ts'
import { WhyItem } from './WhyItem.tsx'

const GLYPHS = { info: IconInfoCircle, warning: IconAlertTriangleFilled, error: IconExclamationCircleFilled }

/** Messages of items that aren’t on the form; they are shown above it, with the name of the item. */
export function looseMessages(app: AppView, outcome: FormOutcome | null): readonly FormMessage[] {
  const places = new Set(
    app.layout.flatMap(({ id, fields }) => [`section:${id}`, ...fields.map((key) => `field:${key}`)]),
  )
  return (outcome?.messages ?? []).filter(({ at }) => at === undefined || !places.has(at))
}

interface FormMessagesProps {
  app: AppView
  /** The app with what rules hide. */
  base: AppView
  outcome: FormOutcome | null
}

/** What rules say about the record as a whole. */
export function FormMessages({ app, base, outcome }: FormMessagesProps) {
  const messages = looseMessages(app, outcome)
  const nameOf = (at: string | undefined) =>
    base.fields.find(({ key }) => at === `field:${key}`)?.label ??
    base.layout.find(({ id }) => at === `section:${id}`)?.title
  return (
    <div className={classes.messages} role="status">
      {messages.map((message) => (
        <Message key={message.action} message={message} name={nameOf(message.at)} />
      ))}
    </div>
  )
}

/** What rules say at an item. */
export function ItemMessages({ at }: { at: string }) {
  const messages = useLogic()?.outcome?.messages.filter((message) => message.at === at) ?? []
  if (messages.length === 0) return null
  return (
    <div className={classes.itemMessages} role="status">
      {messages.map((message) => (
        <Message key={message.action} message={message} name={undefined} />
      ))}
    </div>
  )
}

function Message({ message, name }: { message: FormMessage; name: string | undefined }) {
  const { action, level, text, parts } = message
  const Glyph = GLYPHS[level]
  return (
    <div className={classes.message} data-level={level} data-why={`message:${action}`}>
      <Glyph size={14} aria-hidden />
      <span>
        {name !== undefined && <strong>{name}: </strong>}
        {parts === undefined ? text : <Filled message={message} />}
      </span>
      <WhyItem item={`message:${action}`} inline />
    </div>
  )
}

/** A text with values, in the words of its reader. */
function Filled({ message }: { message: FormMessage }) {
  const { t: field } = useTranslation('fields')
  const people = usePeople()
  const app = useLogic()?.app
  const subjects = app === undefined ? [] : filterSubjects(app, field)
  return messageWords({ subjects, people, field }, message)
}

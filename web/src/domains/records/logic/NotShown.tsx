import type { AppView } from '@caseloom/contract/apps/apps'
import { itemsOfSection, type LayoutBlock } from '@caseloom/contract/apps/layout'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { IconChevronRight, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { blockName } from '../../../field-types/workflow/block-name.ts'
import classes from './Logic.module.css'
import { WhyItem } from './WhyItem.tsx'

/** An item of the form, such as `field:status`, with the name that people know it by. */
export interface NamedItem {
  item: string
  name: string
}

/** What rules hide: tabs, sections in shown tabs, and fields and blocks in shown sections. */
export function hiddenItems({ layout, fields }: AppView, outcome: FormOutcome | null): NamedItem[] {
  const isHidden = (item: string) => outcome?.items.get(item)?.visible?.value === false
  const tabs = [...new Set(layout.flatMap(({ tab }) => tab ?? []))]
  return [
    ...tabs.flatMap((tab) => (isHidden(`tab:${tab}`) ? [{ item: `tab:${tab}`, name: tab }] : [])),
    ...layout.flatMap((section): NamedItem[] => {
      const { id, title, tab } = section
      if (tab !== undefined && isHidden(`tab:${tab}`)) return []
      if (isHidden(`section:${id}`)) return [{ item: `section:${id}`, name: title }]
      return itemsOfSection(section).flatMap(({ field: key, block }) => {
        if (block !== undefined) return isHidden(`block:${block.id}`) ? hiddenBlock(block) : []
        const field = isHidden(`field:${key}`) ? fields.find((one) => one.key === key) : undefined
        return field === undefined ? [] : [{ item: `field:${key}`, name: field.label }]
      })
    }),
  ]
}

/** A block without words of its own has no name, and a button is listed as one. */
function hiddenBlock(block: LayoutBlock): NamedItem[] {
  const name = blockName(block, () => undefined)
  return block.kind === 'button' || name === block.id ? [] : [{ item: `block:${block.id}`, name }]
}

interface NotShownProps {
  app: AppView
  outcome: FormOutcome | null
  missing: readonly NamedItem[]
}

/** The list of what rules hide or don't offer, each with its reason. */
export function NotShown({ app, outcome, missing }: NotShownProps) {
  const { t } = useTranslation('logic')
  const [isOpen, setIsOpen] = useState(false)
  const hidden = hiddenItems(app, outcome)
  const count = hidden.length + missing.length
  if (count === 0) return null
  return (
    <div className={classes.notShown}>
      <button
        type="button"
        className={classes.notShownHead}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconChevronRight size={14} stroke={1.7} aria-hidden data-open={isOpen || undefined} />
        {t('notShown', { count })}
      </button>
      {isOpen && (
        <ul className={classes.notShownList}>
          {[...hidden, ...missing].map(({ item, name }) => (
            <li key={item} className={classes.notShownItem} data-why={item}>
              <IconEyeOff size={14} stroke={1.6} aria-hidden />
              <span>{t(item.startsWith('button:') ? 'isAbsent' : 'isHidden', { name })}</span>
              <WhyItem item={item} name={name} inline />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

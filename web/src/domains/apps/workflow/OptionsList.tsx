import { ActionIcon, Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useWorkflow } from './model/editor-context.ts'
import classes from './ItemPanel.module.css'

interface OptionsListProps {
  field: string
  /** Keys of the offered options, in order. */
  chosen: readonly string[]
  onChange: (options: string[]) => void
}

/** Which options of a field are offered, and in which order. */
export function OptionsList({ field: key, chosen, onChange }: OptionsListProps) {
  const { t } = useTranslation('workflow-editor')
  const { edited } = useWorkflow()
  const field = edited.draft.fields.find((one) => one.key === key)
  const options = field !== undefined && 'options' in field ? field.options : []
  const labelOf = (option: string) => options.find((one) => one.key === option)?.label ?? option
  const rest = options.map((one) => String(one.key)).filter((option) => !chosen.includes(option))
  const swap = (at: number, step: -1 | 1) => {
    const option = chosen[at]
    if (option !== undefined) onChange(chosen.toSpliced(at, 1).toSpliced(at + step, 0, option))
  }
  return (
    <fieldset className={classes.options}>
      <legend className="cl-clipped">{t('offered')}</legend>
      {[...chosen, ...rest].map((option) => {
        const at = chosen.indexOf(option)
        const name = labelOf(option)
        return (
          <div key={option} className={classes.option}>
            <Checkbox
              label={name}
              checked={at >= 0}
              onChange={() => onChange(at >= 0 ? chosen.toSpliced(at, 1) : [...chosen, option])}
            />
            {at >= 0 && (
              <>
                <ActionIcon
                  size={24}
                  disabled={at === 0}
                  aria-label={t('moveUp', { name })}
                  onClick={() => swap(at, -1)}
                >
                  <IconArrowUp size={14} stroke={1.7} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  size={24}
                  disabled={at === chosen.length - 1}
                  aria-label={t('moveDown', { name })}
                  onClick={() => swap(at, 1)}
                >
                  <IconArrowDown size={14} stroke={1.7} aria-hidden />
                </ActionIcon>
              </>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

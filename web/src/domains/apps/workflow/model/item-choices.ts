import { itemOfName } from '@caseloom/workflow/compile'
import { itemWords } from '../../../../field-types/workflow/rule-words.ts'
import { useWorkflow } from './editor-context.ts'
import { type FormRow, formRows, mergedSections } from './form-items.ts'

export const MESSAGE_LEVELS = ['info', 'warning', 'error'] as const

/** Items of all layouts, to choose from; those of some kinds alone with `isOffered`. */
export function useItemChoices(
  buttons: Parameters<typeof formRows>[1],
  isOffered: (kind: FormRow['kind']) => boolean = () => true,
): { value: string; label: string }[] {
  const { edited, words } = useWorkflow()
  return formRows({ ...edited.draft, layout: mergedSections(edited.draft) }, buttons)
    .filter(({ kind }) => isOffered(kind))
    .map(({ key }) => ({ value: key, label: itemWords(words, itemOfName(key)) }))
}

import { itemsOfSection, type LayoutSection } from '@caseloom/contract/apps/layout'

interface ItemState {
  visible?: { value: boolean } | undefined
  offered?: { value: boolean } | undefined
}

/** Whether a button can be pressed: rules offer it, or none is about it, and they show a place of the layout that has it. */
export function isButtonOffered(
  layout: readonly LayoutSection[],
  stateOf: (item: string) => ItemState | undefined,
  button: string,
): boolean {
  const state = stateOf(`button:${button}`)
  if (!(state?.offered?.value ?? state?.visible?.value ?? true)) return false
  const isHidden = (item: string) => stateOf(item)?.visible?.value === false
  const places = layout.flatMap((section) =>
    itemsOfSection(section).flatMap(({ block }) =>
      block?.kind === 'button' && block.button === button ? [{ section, block }] : [],
    ),
  )
  const isShown = places.some(
    ({ section: { id, tab }, block }) =>
      !isHidden(`section:${id}`) &&
      (tab === undefined || !isHidden(`tab:${tab}`)) &&
      !isHidden(`block:${block.id}`),
  )
  return places.length === 0 || isShown
}

/** An element as we read it: plain values, so that anyone who decides on them touches no parser. */
export interface XmlElement {
  namespace: string
  name: string
  attributes: readonly { name: string; value: string }[]
  children: readonly XmlElement[]
  /** All text directly inside, as it is. */
  text: string
}

/** Value of an attribute without a prefix; null when it is not there. */
export function attributeOf(element: XmlElement, name: string): string | null {
  return element.attributes.find((attribute) => attribute.name === name)?.value ?? null
}

/** The element and all inside it. */
export function allOf(element: XmlElement): XmlElement[] {
  return [element, ...element.children.flatMap(allOf)]
}

/** Elements of this name directly inside. */
export function childrenOf(element: XmlElement, namespace: string, name: string): XmlElement[] {
  return element.children.filter((child) => child.namespace === namespace && child.name === name)
}

import { DomUtils, parseDocument } from 'htmlparser2';

type Xml = ReturnType<typeof parseDocument>;
export type XmlNode = Xml | Xml['children'][number];

export function parsedXml(text: string): XmlNode {
  return parseDocument(text, { xmlMode: true });
}

export function elements(within: XmlNode, name: string): XmlNode[] {
  return DomUtils.getElementsByTagName(name, [within], true);
}

/** Returns the text of the first element with this name, or undefined if there is none. */
export function childText(within: XmlNode, name: string): string | undefined {
  const [first] = DomUtils.getElementsByTagName(name, [within], true, 1);
  return first && DomUtils.textContent(first);
}

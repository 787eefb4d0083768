declare module 'bpmn-moddle' {
  /** Reads BPMN 2.0. The package says nothing of its types. */
  export class BpmnModdle {
    /** @throws Error for what is not BPMN, with the line in its message */
    fromXML(xml: string): Promise<{ readonly rootElement: unknown }>;
  }
}

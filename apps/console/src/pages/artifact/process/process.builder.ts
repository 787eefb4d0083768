/** A BPMN document around some elements. */
export function document(...elements: readonly string[]): string {
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:di="http://www.omg.org/spec/DD/20100524/DI"
    xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI"
    targetNamespace="t">${elements.join('\n')}</definitions>`;
}

/** A document of one process. */
export function aProcess(...elements: readonly string[]): string {
  return document(`<process id="p" name="Boarding">${elements.join('\n')}</process>`);
}

export function aTask(id: string): string {
  return `<task id="${id}" name="${id}"/>`;
}

/** A sequence flow between two elements: `a>b`. */
export function flow(ends: string, name = ''): string {
  const [from, to] = ends.split('>');
  return `<sequenceFlow id="${from}-${to}" name="${name}" sourceRef="${from}" targetRef="${to}"/>`;
}

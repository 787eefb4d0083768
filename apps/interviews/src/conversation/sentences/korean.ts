import type { Sentences } from './sentences.ts';

export const KOREAN: Sentences = {
  greeting: (topic) =>
    `안녕하세요! 이 인터뷰의 주제: ${topic}\n\n편하게 자신의 말로 답해 주세요. 질문을 건너뛰려면 "skip"이라고 입력하세요.`,
  openQuestion: '이 주제에 대해 무엇을 알아야 할까요?',
  followUps: [
    '예를 들어 주실 수 있나요?',
    '무엇이 방해가 되거나, 무엇이 더 나아질 수 있을까요?',
    '아직 이야기하지 않은 중요한 것이 있나요?',
  ],
  about: (title) => `다음 주제에 대해 이야기해 봅시다: ${title}. 무엇을 알아야 할까요?`,
  closing: '감사합니다! 인터뷰가 완료되었고 답변이 기록되었습니다.',
  progress: (answered, questions) => `질문 ${questions}개 중 ${answered}개에 답변했습니다.`,
};

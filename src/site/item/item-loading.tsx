import { Container } from '#ui/container.tsx';
import { SkeletonPage } from '#ui/skeleton.tsx';

export function ItemLoading() {
  return (
    <Container>
      <SkeletonPage />
    </Container>
  );
}
